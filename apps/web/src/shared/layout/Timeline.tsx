import { formatDateTime } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

const List = styled.ol`
  display: grid;
  gap: ${vars.space4};
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: grid;
    gap: ${vars.space1};
    padding-inline-start: ${vars.space5};
    border-inline-start: 2px solid ${vars.border};
  }
  li:last-child {
    border-color: ${vars.accentFg};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

export interface TimelineEntry {
  status: string;
  at: string;
  actor: 'customer' | 'Operations' | 'system';
  reason?: string;
}

/** Every move so far: what it came to, when, by whom and why. Words of the area `money`. */
export function Timeline({
  entries,
  nameOf,
}: {
  entries: readonly TimelineEntry[];
  /** A status in the reader's language. */
  nameOf: (status: string) => string;
}) {
  const t = useTranslate();
  const locale = useStore(language);
  return (
    <List>
      {entries.map(({ status, at, actor, reason }) => (
        <li key={`${status} ${at}`}>
          {nameOf(status)}
          <small>
            {formatDateTime(locale, at)} · {t(`order.by.${actor}`)}
          </small>
          {reason !== undefined && <small>{reason}</small>}
        </li>
      ))}
    </List>
  );
}
