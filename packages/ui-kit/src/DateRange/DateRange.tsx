import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { TextField } from '../TextField/index.js';
import { vars } from '../tokens.js';

export interface DateRangeProps {
  fromLabel: string;
  toLabel: string;
  /** First day, e.g. `2026-03-01`; '' for an open range. */
  from: string;
  /** Last day, inclusive. */
  to: string;
  /** Error of the range, shown below the first day. */
  error?: string | undefined;
  /** Called with the changed day; '' if it is empty or incomplete. */
  onChange: (change: { from: string } | { to: string }) => void;
  /** Element at the end of the line, e.g. a button that clears the range. */
  action?: ReactNode | undefined;
}

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 11rem)) auto;
  align-items: end;
  justify-content: start;
  gap: ${vars.space4};

  @media (max-width: 575px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** First and last day of a period. Each calendar offers only days that are consistent with the other. */
export function DateRange({ fromLabel, toLabel, from, to, error, onChange, action }: DateRangeProps) {
  return (
    <Row>
      <TextField
        type="date"
        label={fromLabel}
        value={from}
        max={to === '' ? undefined : to}
        error={error}
        onChange={({ target: { value } }) => onChange({ from: value })}
      />
      <TextField
        type="date"
        label={toLabel}
        value={to}
        min={from === '' ? undefined : from}
        onChange={({ target: { value } }) => onChange({ to: value })}
      />
      {action}
    </Row>
  );
}
