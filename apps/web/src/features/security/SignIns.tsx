import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { loadAuth } from '../../shared/session/auth.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from './api.ts';
import { signInsQuery } from './queries.ts';
import { Rows } from './Rows.tsx';

const atMost = 8;

/** Where the account is and was signed in; what is not over can be ended. */
export function SignIns() {
  const t = useTranslate();
  const shown = useStore(language);
  const queries = useQueryClient();
  const query = useQuery(signInsQuery);
  const { data } = query;
  const end = useMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await securityApi.security.endSession(id);
      if (isCurrent) await (await loadAuth()).end('logout');
    },
    onSettled: () => queries.invalidateQueries(signInsQuery),
  });
  if (query.isError) return <Unavailable query={query}>{t('security.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="160px" />;
  return (
    <Rows
      rows={data.slice(0, atMost).map(({ id, device, location, createdAt, lastSeenAt, endedAt, isCurrent }) => ({
        key: id,
        title: (
          <>
            {device || t('security.signIns.unknown')}{' '}
            {isCurrent && (
              <Chip tone="positive" icon="check">
                {t('security.signIns.current')}
              </Chip>
            )}
          </>
        ),
        state:
          endedAt === undefined
            ? t('security.signIns.since', {
                location,
                from: formatDateTime(shown, createdAt),
                seen: formatDateTime(shown, lastSeenAt),
              })
            : t('security.signIns.over', {
                location,
                from: formatDateTime(shown, createdAt),
                to: formatDateTime(shown, endedAt),
              }),
        actions:
          endedAt === undefined ? (
            <Button variant="secondary" isDense isBusy={end.isPending} onClick={() => end.mutate({ id, isCurrent })}>
              {t('security.signIns.end')}
            </Button>
          ) : undefined,
      }))}
    />
  );
}
