import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../app/link.tsx';
import { historyApi } from '../../app/money/history-api.ts';
import { language } from '../../app/preferences.ts';
import { profileQuery } from '../../app/profile-query.ts';
import { api } from '../../app/services.ts';
import { holds } from '../../app/session.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

/** What waits for something, as many as are told apart. */
const heldQuery = queryOptions({
  queryKey: ['movements', 'held'],
  queryFn: async ({ signal }) => (await historyApi.search({ filter: { isHeld: true }, size: 100 }, { signal })).items,
  meta: { isHandled: true },
});

/** What keeps money from moving just now, each with where it goes on. Nothing where nothing does. */
export function MoneyAttention() {
  const words = useWords();
  const locale = useValue(language);
  const canSee = holds('wallet_history');
  const { data: held = [] } = useQuery({ ...heldQuery, enabled: canSee });
  const { data: profile } = useQuery(profileQuery);
  const endsAt = profile?.cooldownEndsAt;
  const isCooling = endsAt !== undefined && Date.parse(endsAt) > api.serverTime().getTime();
  if (!isCooling && held.length === 0) return null;
  return (
    <section aria-label={words('attention.title')}>
      {held.length > 0 && (
        <Notice
          tone="warning"
          action={
            <TextLink to="/wallet-history" search={{ status: 'held' }}>
              {words('attention.held.action')}
            </TextLink>
          }
        >
          {words('attention.held', { count: held.length })}
        </Notice>
      )}
      {isCooling && (
        <Notice
          tone="warning"
          action={
            holds('account.security') && (
              <TextLink to="/security-setting">{words('attention.cooldown.action')}</TextLink>
            )
          }
        >
          {words('attention.cooldown', { time: formatDateTime(locale, endsAt) })}
        </Notice>
      )}
    </section>
  );
}
