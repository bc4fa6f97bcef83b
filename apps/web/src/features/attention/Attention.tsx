import { Notice } from '@wusd/ui-kit/Notice';
import { useConfig } from '../../app/config.ts';
import { session } from '../../app/services.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

/** What keeps the customer from using the account, and the next step. Nothing where nothing does. */
export function Attention() {
  const words = useWords();
  const { authUser } = useValue(session);
  const config = useConfig();
  const email = config?.supportEmail ?? '';
  if (!authUser || authUser.identityStatus === 'verified') return null;
  const isCorporate = authUser.accountType === 'corporate';
  const text =
    authUser.identityStatus === 'verification failed'
      ? words('attention.identity.failed', { email })
      : isCorporate
        ? words('attention.corporate', { email })
        : words('attention.identity.pending');
  return (
    <section aria-label={words('attention.title')}>
      <Notice tone={authUser.identityStatus === 'verification failed' ? 'negative' : 'warning'}>{text}</Notice>
    </section>
  );
}
