import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../shared/routing/link.tsx';
import { historyApi } from '../../shared/money/history-api.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { profileQuery } from '../../shared/session/profile-query.ts';
import { api } from '../../shared/api/client.ts';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

/** Transfers on hold, by reason. */
const heldQuery = queryOptions({
  queryKey: topicKey('transactions', 'held'),
  queryFn: async ({ signal }) => (await historyApi.search({ filter: { isHeld: true }, size: 100 }, { signal })).items,
  meta: { isHandled: true },
});

/** Everything that holds up money, each with a link to the next step. Renders nothing if nothing is held up. */
export function MoneyAttention() {
  const t = useTranslate();
  const locale = useStore(language);
  const canSee = holds('wallet_history');
  const { data: held = [] } = useQuery({ ...heldQuery, enabled: canSee });
  const { data: profile } = useQuery(profileQuery);
  const endsAt = profile?.cooldownEndsAt;
  const isCooling = endsAt !== undefined && Date.parse(endsAt) > api.serverTime().getTime();
  if (!isCooling && held.length === 0) return null;
  return (
    <section aria-label={t('attention.title')}>
      {held.length > 0 && (
        <Notice
          tone="warning"
          action={
            <TextLink to="/wallet-history" search={{ status: 'held' }}>
              {t('attention.held.action')}
            </TextLink>
          }
        >
          {t('attention.held', { count: held.length })}
        </Notice>
      )}
      {isCooling && (
        <Notice
          tone="warning"
          action={
            holds('account.security') && <TextLink to="/security-setting">{t('attention.cooldown.action')}</TextLink>
          }
        >
          {t('attention.cooldown', { time: formatDateTime(locale, endsAt) })}
        </Notice>
      )}
    </section>
  );
}
