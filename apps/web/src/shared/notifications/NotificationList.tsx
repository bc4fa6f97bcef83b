import { Link } from '@tanstack/react-router';
import type { Notification } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Icon, type IconName } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { reportFailure } from '../feedback/failures.ts';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useStore } from '../state/store.ts';
import { markRead } from './queries.ts';
import { targetOf } from './subject.ts';

const Rows = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  li + li {
    border-top: 1px solid ${vars.border};
  }
  > li > a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) 8px;
    align-items: start;
    gap: ${vars.space1} ${vars.space4};
    padding: ${vars.space4};
    border-radius: ${vars.radiusControl};
    color: inherit;
    text-decoration: none;

    &:hover {
      background: ${vars.sunken};
    }
    &:focus-visible {
      outline-offset: -2px;
    }
    strong {
      display: block;
      font: ${vars.typeLabel};
    }
    &[data-unread] strong {
      font: ${vars.typeHeadline};
    }
    span span,
    time {
      color: ${vars.fgMuted};
      font: ${vars.typeLabel};
      overflow-wrap: anywhere;
    }
    time {
      font: ${vars.typeCaption};
    }
  }
`;
const Words = styled.span`
  display: grid;
  gap: ${vars.space1};
  min-width: 0;
`;
const Disc = styled.span`
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: 50%;
  background: ${vars.sunken};
  color: ${vars.fgMuted};

  [data-unread] > & {
    background: ${vars.accentWash};
    color: ${vars.accentFg};
  }
`;
const Dot = styled.span`
  width: 8px;
  height: 8px;
  margin-top: ${vars.space2};
  border-radius: 50%;

  [data-unread] > & {
    background: ${vars.accent};
  }
  @media (forced-colors: active) {
    [data-unread] > & {
      background: Highlight;
    }
  }
`;

const icons: Record<Notification['kind'], IconName> = { security: 'shield', money: 'swap', account: 'user' };

/** Notifications, newest first. Opening a notification marks it as read and navigates to its subject. */
export function NotificationList({ items, label }: { items: readonly Notification[]; label: string }) {
  const t = useTranslate();
  const locale = useStore(language);
  const open = ({ id, isRead }: Notification): void => {
    if (!isRead) markRead({ ids: [id] }).catch(reportFailure);
  };
  return (
    <Rows aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <Link {...targetOf(item.subject)} data-unread={item.isRead ? undefined : ''} onClick={() => open(item)}>
            <Disc>
              <Icon name={icons[item.kind]} size={20} />
            </Disc>
            <Words>
              <strong>
                {!item.isRead && <VisuallyHidden>{t('notification.unread')}: </VisuallyHidden>}
                {item.title}
              </strong>
              <span>{item.text}</span>
              <time dateTime={item.createTime}>{formatDateTime(locale, item.createTime)}</time>
            </Words>
            <Dot />
          </Link>
        </li>
      ))}
    </Rows>
  );
}
