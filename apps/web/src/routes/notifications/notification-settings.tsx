import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationPreference } from '@wusd/api-sdk/core';
import { notificationKinds } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';
import { styled } from 'styled-components';
import { withQueries } from '../../shared/api/query-client.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { notificationsApi, preferencesQuery } from '../../shared/notifications/queries.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { AccountSide } from '../account-side.tsx';

const Kind = styled.fieldset`
  margin: 0;
  padding: 0;
  border: 0;

  & + & {
    margin-top: ${vars.space5};
    padding-top: ${vars.space5};
    border-top: 1px solid ${vars.border};
  }
  legend {
    float: inline-start;
    width: 100%;
    font: ${vars.typeHeadline};
  }
  p {
    clear: both;
    color: ${vars.fgMuted};
  }
`;

/** Channels on which the customer receives each kind of notification. */
function NotificationSettingsRoute() {
  const t = useTranslate();
  const query = useQuery(preferencesQuery);
  const { data, isError } = query;
  return (
    <Page
      title={t('notification.settings')}
      width="flow"
      intro={t('notification.settings.body')}
      aside={<TextLink to="/notifications">{t('menu.notifications')}</TextLink>}
      side={<AccountSide />}
    >
      {isError && <Unavailable query={query}>{t('notification.settings.unavailable')}</Unavailable>}
      {!isError && (
        <Card>
          {!data && <ListSkeleton count={3} />}
          {data &&
            notificationKinds.map((kind) => (
              <Kind key={kind}>
                <legend>{t(`notification.kind.${kind}`)}</legend>
                <p>{t(`notification.kind.${kind}.body`)}</p>
                {data
                  .filter((each) => each.kind === kind)
                  .map((each) => (
                    <Preference key={each.channel} {...each} />
                  ))}
              </Kind>
            ))}
        </Card>
      )}
    </Page>
  );
}

/** Shows a change before the server confirms it. If the call fails, shows a toast and the stored value. */
function Preference({ kind, channel, isOn, lockedBecause }: NotificationPreference) {
  const t = useTranslate();
  const queries = useQueryClient();
  // The mutation's own state updates a moment later; the checkbox would show its old value until then.
  const [chosen, setChosen] = useState<boolean>();
  const saving = useMutation({
    // Run the calls one after the other, so that the last choice is stored last.
    scope: { id: 'notification-preferences' },
    mutationFn: (wanted: boolean) => notificationsApi.setPreferences([{ kind, channel, isOn: wanted }]),
    onSuccess: (preferences) => {
      queries.setQueryData(preferencesQuery.queryKey, preferences);
      toast(t('notification.settings.saved'));
    },
    onSettled: (_, __, wanted) => setChosen((current) => (current === wanted ? undefined : current)),
  });
  return (
    <Checkbox
      label={t(channel === 'email' ? 'notification.channel.email' : 'notification.channel.inApp')}
      hint={
        lockedBecause &&
        t(lockedBecause === 'security-required' ? 'notification.locked.security' : 'notification.locked.money')
      }
      checked={chosen ?? isOn}
      disabled={lockedBecause !== undefined}
      onChange={({ target }) => {
        setChosen(target.checked);
        saving.mutate(target.checked);
      }}
    />
  );
}

export const NotificationSettings = withQueries(NotificationSettingsRoute);
