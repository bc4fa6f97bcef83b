import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Notification, NotificationKind } from '@wusd/api-sdk/core';
import { notificationKinds } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { NotificationList } from '../../shared/notifications/NotificationList.tsx';
import { listQuery, markRead } from '../../shared/notifications/queries.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { AccountSide } from '../account-side.tsx';

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${vars.space4};

  > :first-child {
    flex: 0 1 16rem;
  }
`;

type Kind = NotificationKind | undefined;

/** All notifications, or those of one kind. The kind is a search parameter. */
function NotificationsRoute() {
  const t = useTranslate();
  const { kind } = useSearch({ from: '/notifications' });
  const query = useInfiniteQuery(listQuery(kind));
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <Page
      title={t('menu.notifications')}
      width="flow"
      aside={<TextLink to="/notifications/settings">{t('notification.settings')}</TextLink>}
      side={<AccountSide />}
    >
      {(kind !== undefined || items?.length !== 0) && <ListTools kind={kind} items={items ?? []} />}
      {isError && <Unavailable query={query}>{t('notification.unavailable')}</Unavailable>}
      {!isError && (
        <Card>
          <Listed kind={kind} items={items} />
        </Card>
      )}
      {hasNextPage && (
        <Button variant="secondary" isWide isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('notification.more')}
        </Button>
      )}
    </Page>
  );
}

/** The filter and, if the list has unread notifications, the button that marks them as read. */
function ListTools({ kind, items }: { kind: Kind; items: readonly Notification[] }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const marking = useSubmission((upTo: string) => markRead({ upTo, ...(kind && { kind }) }));
  const [newest] = items;
  return (
    <>
      <Tools>
        <SelectField
          label={t('notification.kind')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('notification.kind.all') },
            ...notificationKinds.map((value) => ({ value, label: t(`notification.kind.${value}`) })),
          ]}
          onChange={({ target: { value } }) =>
            void navigate({
              to: '/notifications',
              search: { kind: notificationKinds.find((each) => each === value) },
              replace: true,
            })
          }
        />
        {newest && items.some(({ isRead }) => !isRead) && (
          <Button variant="secondary" isBusy={marking.isPending} onClick={() => marking.mutate(newest.id)}>
            {t('notification.markAll')}
          </Button>
        )}
      </Tools>
      <FormError error={marking.error} />
    </>
  );
}

/** @param items undefined until loaded */
function Listed({ kind, items }: { kind: Kind; items: readonly Notification[] | undefined }) {
  const t = useTranslate();
  if (!items) return <ListSkeleton count={5} hasLeading />;
  if (items.length > 0) return <NotificationList items={items} label={t('menu.notifications')} />;
  return (
    <EmptyState icon="bell" title={t('notification.empty.title')}>
      {t(kind === undefined ? 'notification.empty.body' : 'notification.empty.kind')}
    </EmptyState>
  );
}

export const Notifications = withQueries(NotificationsRoute);
