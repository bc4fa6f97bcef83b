import type { MessageId } from '@wusd/i18n';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useOwnPath } from '../../shared/routing/use-own-path.ts';

const titles: Record<string, MessageId> = {
  '/result/verify-phone-success': 'security.verifyPhone.success.title',
  '/result/change-phone-success': 'security.changePhone.success.title',
  '/result/change-email-success': 'security.changeEmail.success.title',
};

/** Success page of a change of password, phone or e-mail. */
export default function SecuritySuccessRoute() {
  const t = useTranslate();
  const title = titles[useOwnPath()];
  return title === undefined ? (
    <ResultPage
      icon="check"
      title={t('security.changePassword.success.title')}
      action={<ButtonLink to="/login">{t('security.changePassword.success.action')}</ButtonLink>}
    >
      {t('security.changePassword.success.body')}
    </ResultPage>
  ) : (
    <ResultPage
      icon="check"
      title={t(title)}
      action={<ButtonLink to="/security-setting">{t('security.back')}</ButtonLink>}
    >
      {t('security.changed.body')}
    </ResultPage>
  );
}

/** Success page after turning on auto-redemption. */
export function AutoRedemptionSuccess() {
  const t = useTranslate();
  return (
    <ResultPage
      icon="check"
      title={t('security.autoRedemption.success.title')}
      action={<ButtonLink to="/security-setting">{t('security.back')}</ButtonLink>}
    >
      {t('security.autoRedemption.body')}
    </ResultPage>
  );
}
