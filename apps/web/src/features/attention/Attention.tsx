import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../app/link.tsx';
import { session } from '../../app/services.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

/** What keeps the customer from using the account, and the next step, which is on the account page. Nothing where nothing does. */
export function Attention({ isOnAccountPage = false }: { isOnAccountPage?: boolean }) {
  const words = useWords();
  const { authUser } = useValue(session);
  if (!authUser || authUser.identityStatus === 'verified') return null;
  const isFailed = authUser.identityStatus === 'verification failed';
  const about = isFailed
    ? 'attention.identity.failed'
    : authUser.accountType === 'corporate'
      ? 'attention.corporate'
      : 'attention.identity.pending';
  return (
    <section aria-label={words('attention.title')}>
      <Notice
        tone={isFailed ? 'negative' : 'warning'}
        action={
          about !== 'attention.identity.pending' &&
          !isOnAccountPage && <TextLink to="/account-info">{words(`${about}.action`)}</TextLink>
        }
      >
        {words(about)}
      </Notice>
    </section>
  );
}
