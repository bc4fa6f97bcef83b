import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { CaptchaError } from './captcha-error.ts';
import { isRefusal } from './submission.ts';
import { useTranslate } from '../i18n/use-translate.ts';

/** Shows why the server rejected a form. Renders nothing without such an error. */
export function FormError({ error }: { error: unknown }) {
  const t = useTranslate();
  if (!isRefusal(error)) return null;
  if (error instanceof CaptchaError) {
    return (
      <Notice
        tone="negative"
        role="alert"
        action={<Button onClick={() => location.reload()}>{t('captcha.refresh')}</Button>}
      >
        {t('captcha.failed')}
      </Notice>
    );
  }
  return (
    <Notice tone="negative" role="alert">
      {error.message}
    </Notice>
  );
}
