import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { CaptchaError } from './captcha-error.ts';
import { isRefusal } from './submission.ts';
import { useWords } from '../words.ts';

/** Why a submission was refused, in the server's words; nothing where it was not. */
export function Refusal({ error }: { error: unknown }) {
  const words = useWords();
  if (!isRefusal(error)) return null;
  if (error instanceof CaptchaError) {
    return (
      <Notice
        tone="negative"
        role="alert"
        action={<Button onClick={() => location.reload()}>{words('captcha.refresh')}</Button>}
      >
        {words('captcha.failed')}
      </Notice>
    );
  }
  return (
    <Notice tone="negative" role="alert">
      {error.message}
    </Notice>
  );
}
