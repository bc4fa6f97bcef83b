import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { SignIn } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Chip } from '@wusd/ui-kit/Chip';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useState } from 'react';
import { toast } from '../../shared/feedback/toasts.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { loadAuth } from '../../shared/session/auth.ts';
import { securityApi } from './api.ts';
import { partsOfDevice } from './device-name.ts';
import { FreezeDialog } from './FreezeDialog.tsx';
import { checkupQuery, signInsQuery } from './queries.ts';
import { Rows } from './Rows.tsx';

/** Current and past sign-ins of the account. */
export function SignIns() {
  const t = useTranslate();
  const query = useInfiniteQuery(signInsQuery);
  const [notMine, setNotMine] = useState<SignIn>();
  const device = useDeviceName();
  const over = useOverLine();
  const { data } = query;
  if (!data)
    return (
      <Card>
        {query.isError ? (
          <Unavailable query={query}>{t('security.unavailable')}</Unavailable>
        ) : (
          <Skeleton width="100%" height="320px" />
        )}
      </Card>
    );
  const signIns = data.pages.flat();
  const earlier = signIns.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <Card>
        <Section title={t('security.signIns.here')}>
          <Current signIn={signIns.find(({ isCurrent }) => isCurrent)} />
        </Section>
      </Card>
      <Card>
        <Section title={t('security.signIns.earlier')}>
          {earlier.length === 0 ? (
            <p>{t('security.signIns.none')}</p>
          ) : (
            <Rows
              rows={earlier.map((signIn) => ({
                key: signIn.id,
                title: device(signIn),
                state: over(signIn),
                actions: (
                  <Button variant="secondary" isDense onClick={() => setNotMine(signIn)}>
                    {t('security.signIns.notMe')}
                  </Button>
                ),
              }))}
            />
          )}
          {query.hasNextPage && (
            <Button
              variant="secondary"
              isWide
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('security.signIns.more')}
            </Button>
          )}
          <Recognised isOne={earlier.length === 0} />
        </Section>
      </Card>
      <FreezeDialog
        isOpen={notMine !== undefined}
        onClose={() => setNotMine(undefined)}
        title={t('security.signIns.notMe.title')}
      >
        {notMine && (
          <>
            <p>
              <strong>{device(notMine)}</strong>
              <br />
              {over(notMine)}
            </p>
            <p>{t('security.signIns.notMe.over')}</p>
          </>
        )}
      </FreezeDialog>
    </>
  );
}

/** The session of this browser. */
function Current({ signIn }: { signIn: SignIn | undefined }) {
  const t = useTranslate();
  const device = useDeviceName();
  const moment = useMoment();
  const end = useSubmission(
    async (id: string) => securityApi.security.endSession(id),
    async () => (await loadAuth()).end('logout'),
  );
  if (!signIn) return null;
  const { id, location, createdAt, lastSeenAt } = signIn;
  return (
    <>
      <FormError error={end.error} />
      <Rows
        rows={[
          {
            key: id,
            title: (
              <>
                {device(signIn)}{' '}
                <Chip tone="positive" icon="check">
                  {t('security.signIns.current')}
                </Chip>
              </>
            ),
            state: t('security.signIns.since', { location, from: moment(createdAt), seen: moment(lastSeenAt) }),
            actions: (
              <Button variant="secondary" isDense isBusy={end.isPending} onClick={() => end.mutate(id)}>
                {t('security.signIns.end')}
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

/** Confirms that the customer recognises every sign-in. @param isOne whether this browser has the only sign-in */
function Recognised({ isOne }: { isOne: boolean }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const confirm = useSubmission(
    async () => securityApi.security.confirmSessions(),
    () => {
      void queries.invalidateQueries(checkupQuery);
      toast(t('security.signIns.confirmed'));
    },
  );
  return (
    <>
      <FormError error={confirm.error} />
      <Button isWide isBusy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
        {t(isOne ? 'security.signIns.confirmOne' : 'security.signIns.confirm')}
      </Button>
      <p>
        <TextLink to="/change-password">{t('security.changePassword.title')}</TextLink>
      </p>
    </>
  );
}

function useDeviceName(): (signIn: SignIn) => string {
  const t = useTranslate();
  return ({ device }) => {
    const parts = partsOfDevice(device);
    return parts ? t('security.signIns.device', parts) : device || t('security.signIns.unknown');
  };
}

/** Returns a function that describes a past sign-in: its location, start and end. */
function useOverLine(): (signIn: SignIn) => string {
  const t = useTranslate();
  const moment = useMoment();
  return ({ location, createdAt, lastSeenAt, endedAt }) =>
    t('security.signIns.over', { location, from: moment(createdAt), to: moment(endedAt ?? lastSeenAt) });
}
