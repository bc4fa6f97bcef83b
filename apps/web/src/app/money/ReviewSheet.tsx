import type { Review } from '@wusd/api-sdk/core';
import { formatDate, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { type Line, Lines } from '../Lines.tsx';
import { language } from '../preferences.ts';
import { useMoney } from '../swap-words.ts';
import { useValue } from '../value.ts';
import { useWords } from '../words.ts';

const Root = styled.div`
  display: grid;
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
  h2:focus {
    outline: none;
  }
`;

/** What can't be undone, and how long there is. */
export const ReviewNote = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;

/** All that an act does, before it is proved. Who listens learns that another step has begun. */
export function ReviewSheet({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Root>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Root>
  );
}

export interface WithdrawalReviewProps {
  review: Review;
  /** Where it goes and how, before what it comes to. */
  lines: readonly Line[];
  feeLabel: string;
  /** That it can't be taken back, and why. */
  note: string;
  onConfirm: () => void;
  onChange: () => void;
}

/** What a withdrawal sends, costs and brings, over whatever it travels; what it waits for; and the one way on. */
export function WithdrawalReview({ review, lines, feeLabel, note, onConfirm, onChange }: WithdrawalReviewProps) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const [wait] = review.holds ?? [];
  return (
    <>
      <Lines
        lines={[
          ...lines,
          { label: words('crypto.withdraw.sends'), value: money(review.sends) },
          ...review.fees.map((fee) => ({ label: feeLabel, value: money(fee.money) })),
          { label: words('crypto.withdraw.arrives'), value: money(review.receives), isStrong: true },
          { label: words('crypto.withdraw.by'), value: formatDate(locale, review.arrivesBy) },
        ]}
      />
      {wait && (
        <Notice tone="info">
          {wait.message}
          {wait.until !== undefined && <p>{words('crypto.leavesAt', { time: formatDateTime(locale, wait.until) })}</p>}
        </Notice>
      )}
      <ReviewNote>{note}</ReviewNote>
      <Button isWide onClick={onConfirm}>
        {words('crypto.withdraw.confirm', { amount: money(review.receives) })}
      </Button>
      <Button variant="quiet" isWide onClick={onChange}>
        {words('crypto.withdraw.change')}
      </Button>
    </>
  );
}
