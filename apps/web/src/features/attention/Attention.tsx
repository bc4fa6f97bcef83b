import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../shared/routing/link.tsx';
import { session } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** What blocks the use of the account, with a link to the account page. Renders nothing without a blocker. */
export function Attention({ isOnAccountPage = false }: { isOnAccountPage?: boolean }) {
  const t = useTranslate();
  const { authUser } = useStore(session);
  if (!authUser || authUser.identityStatus === 'verified') return null;
  const isFailed = authUser.identityStatus === 'verification failed';
  const about = isFailed
    ? 'attention.identity.failed'
    : authUser.accountType === 'corporate'
      ? 'attention.corporate'
      : 'attention.identity.pending';
  return (
    <section aria-label={t('attention.title')}>
      <Notice
        tone={isFailed ? 'negative' : 'warning'}
        action={
          about !== 'attention.identity.pending' &&
          !isOnAccountPage && <TextLink to="/account-info">{t(`${about}.action`)}</TextLink>
        }
      >
        {t(about)}
      </Notice>
    </section>
  );
}
