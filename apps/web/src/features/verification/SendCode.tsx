import { Button } from '@wusd/ui-kit/Button';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

export interface SendCodeProps {
  isSent: boolean;
  isBusy: boolean;
  /** Seconds until another code may be requested. */
  seconds: number;
  onSend: () => void;
}

/** Button that sends the first code, then new codes. */
export function SendCode({ isSent, isBusy, seconds, onSend }: SendCodeProps) {
  const t = useTranslate();
  return (
    <Button variant={isSent ? 'quiet' : 'primary'} isWide isBusy={isBusy} disabled={seconds > 0} onClick={onSend}>
      {seconds > 0 ? t('verify.resendIn', { seconds }) : t(isSent ? 'verify.resend' : 'verify.send')}
    </Button>
  );
}
