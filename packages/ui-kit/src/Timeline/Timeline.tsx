import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface TimelineEntry {
  /** Unique within the timeline. */
  key: string;
  title: ReactNode;
  /** The time, or the party that acts next. */
  note: ReactNode;
  /** Reason of the event. */
  detail?: ReactNode | undefined;
  /** The event is in the future. @default false */
  isAhead?: boolean | undefined;
}

export interface TimelineProps {
  /** Oldest first. The last entry that is not in the future is the current state. */
  entries: readonly TimelineEntry[];
}

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
  li[data-current] {
    border-color: ${vars.accentFg};
  }
  li[data-ahead] {
    border-inline-start-style: dashed;
    color: ${vars.fgMuted};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Past events in order, and the next steps. */
export function Timeline({ entries }: TimelineProps) {
  const current = entries.findLastIndex(({ isAhead = false }) => !isAhead);
  return (
    <List>
      {entries.map(({ key, title, note, detail, isAhead = false }, index) => (
        <li
          key={key}
          data-current={index === current || undefined}
          data-ahead={isAhead || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {title}
          <small>{note}</small>
          {detail !== undefined && <small>{detail}</small>}
        </li>
      ))}
    </List>
  );
}
