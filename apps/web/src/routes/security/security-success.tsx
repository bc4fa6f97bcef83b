import { useLocation } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { useWords } from '../../app/words.ts';

const titles: Record<string, MessageId> = {
  '/result/verify-phone-success': 'security.verifyPhone.success.title',
  '/result/change-phone-success': 'security.changePhone.success.title',
  '/result/change-email-success': 'security.changeEmail.success.title',
};

/** How a change of what secures an account ended. */
export default function SecuritySuccessRoute() {
  const words = useWords();
  const title = titles[useLocation().pathname];
  return title === undefined ? (
    <OneThing
      icon="check"
      title={words('security.changePassword.success.title')}
      action={<ButtonLink to="/login">{words('security.changePassword.success.action')}</ButtonLink>}
    >
      {words('security.changePassword.success.body')}
    </OneThing>
  ) : (
    <OneThing
      icon="check"
      title={words(title)}
      action={<ButtonLink to="/security-setting">{words('security.back')}</ButtonLink>}
    >
      {words('security.changed.body')}
    </OneThing>
  );
}

/** WUSD that arrives is paid out by itself from now on. */
export function AutoRedemptionSuccess() {
  const words = useWords();
  return (
    <OneThing
      icon="check"
      title={words('security.autoRedemption.success.title')}
      action={<ButtonLink to="/security-setting">{words('security.back')}</ButtonLink>}
    >
      {words('security.autoRedemption.body')}
    </OneThing>
  );
}
