import { useQuery } from '@tanstack/react-query';
import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { useDisclosure } from '@wusd/ui-kit/NavMenu';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useEffectEvent } from 'react';
import { styled } from 'styled-components';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { NotificationList } from '../../shared/notifications/NotificationList.tsx';
import { latestQuery, markRead } from '../../shared/notifications/queries.ts';
import { TextLink } from '../../shared/routing/link.tsx';

const Root = styled.div`
  position: relative;
`;
const Badge = styled.span`
  position: absolute;
  top: 2px;
  inset-inline-start: 24px;
  min-width: 18px;
  padding-inline: ${vars.space1};
  border-radius: 9px;
  background: ${vars.accent};
  color: ${vars.onAccent};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;
  line-height: 18px;
  text-align: center;
  pointer-events: none;
`;
const Panel = styled.section`
  position: absolute;
  top: calc(100% + 4px);
  inset-inline-end: 0;
  z-index: 30;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  width: 400px;
  max-height: calc(100dvh - 96px);
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusCard};
  background: ${vars.raised};
  box-shadow: ${vars.shadowPopover};
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};
  padding: ${vars.space4} ${vars.space5};
  border-bottom: 1px solid ${vars.border};

  h2 {
    font: ${vars.typeHeadline};
  }
`;
const Body = styled.div`
  padding: ${vars.space2};
  overflow-y: auto;
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${vars.space2} ${vars.space4};
  padding: ${vars.space4} ${vars.space5};
  border-top: 1px solid ${vars.border};
`;

/** The bell with the number of unread notifications. It is a disclosure, like the other menus, for the newest ones. */
function BellWithPanel({ isOpenFirst }: { isOpenFirst: boolean }) {
  const t = useTranslate();
  const { id, isOpen, setOpen, root, trigger } = useDisclosure();
  const query = useQuery(latestQuery);
  const count = query.data?.unreadCount ?? 0;
  const openFirst = useEffectEvent(() => {
    if (!isOpenFirst) return;
    setOpen(true);
    trigger.ref.current?.focus();
  });
  useEffect(() => openFirst(), []);
  return (
    <Root {...root}>
      <IconButton
        {...trigger}
        icon="bell"
        size={20}
        label={count === 0 ? t('menu.notifications') : t('notification.bell.unread', { count })}
      />
      {count > 0 && <Badge aria-hidden>{count > 99 ? t('notification.badge.more') : count}</Badge>}
      {isOpen && <NotificationPanel id={id} onLeave={() => setOpen(false)} />}
    </Root>
  );
}

/** The newest notifications. @param onLeave called when the customer follows a link in the panel */
function NotificationPanel({ id, onLeave }: { id: string; onLeave: () => void }) {
  const t = useTranslate();
  const query = useQuery(latestQuery);
  const { data, isError } = query;
  const [newest] = data?.items ?? [];
  const marking = useSubmission((upTo: string) => markRead({ upTo }));
  return (
    <Panel id={id} aria-label={t('menu.notifications')}>
      <Head>
        <h2>{t('menu.notifications')}</h2>
        {newest && data && data.unreadCount > 0 && (
          <Button variant="secondary" isDense isBusy={marking.isPending} onClick={() => marking.mutate(newest.id)}>
            {t('notification.markAll')}
          </Button>
        )}
      </Head>
      <Body onClick={(event) => (event.target as Element).closest('a') && onLeave()}>
        <FormError error={marking.error} />
        {!data && !isError && <ListSkeleton count={4} hasLeading />}
        {isError && <Unavailable query={query}>{t('notification.unavailable')}</Unavailable>}
        {data?.items.length === 0 && (
          <EmptyState icon="bell" title={t('notification.empty.title')} level={3}>
            {t('notification.empty.body')}
          </EmptyState>
        )}
        {data && data.items.length > 0 && <NotificationList items={data.items} label={t('menu.notifications')} />}
      </Body>
      <Foot onClick={onLeave}>
        <TextLink to="/notifications">{t('notification.seeAll')}</TextLink>
        <TextLink to="/notifications/settings">{t('notification.settings')}</TextLink>
      </Foot>
    </Panel>
  );
}

export const Bell = withQueries(BellWithPanel);
