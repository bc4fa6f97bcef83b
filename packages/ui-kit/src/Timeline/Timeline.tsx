import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface TimelineEntry {
  /** Unique within the timeline. */
  key: string;
  title: ReactNode;
  /** When it happened and who did it. */
  note: ReactNode;
  /** Why it happened. */
  detail?: ReactNode | undefined;
}

export interface TimelineProps {
  /** Oldest first. The last entry is the current state. */
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
  li:last-child {
    border-color: ${vars.accentFg};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
`;

/** Everything that has happened to something, in order. */
export function Timeline({ entries }: TimelineProps) {
  return (
    <List>
      {entries.map(({ key, title, note, detail }) => (
        <li key={key}>
          {title}
          <small>{note}</small>
          {detail !== undefined && <small>{detail}</small>}
        </li>
      ))}
    </List>
  );
}
