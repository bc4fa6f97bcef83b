import type { Review } from '@wusd/api-sdk/core';
import { formatDate, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { DescriptionList, type DescriptionItem } from '@wusd/ui-kit/DescriptionList';
import { language } from '../i18n/preferences.ts';
import { useFee } from './use-fee.ts';
import { useMoney } from './use-money.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

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

/** Note that the command is final, and how long the review is valid. */
export const ReviewNote = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;

/** Shows all effects of a command before it is verified. Announces the step to screen readers. */
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

const Editable = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${vars.space2};
`;

export interface WithdrawalReviewProps {
  review: Review;
  /** Lines about recipient and route, above the amounts. */
  lines: readonly (DescriptionItem & {
    /** Whether the line has a button that returns to the form. */
    isEditable?: boolean;
  })[];
  feeLabel: string;
  /** Explains why the withdrawal can't be reversed. */
  note: string;
  onConfirm: () => void;
  onChange: () => void;
}

/** Review of a withdrawal on any rail or network: amount, fee, total, blockers, and the button that confirms it. */
export function WithdrawalReview({ review, lines, feeLabel, note, onConfirm, onChange }: WithdrawalReviewProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const fee = useFee();
  const [wait] = review.holds ?? [];
  const editable = ({ label, value, ...line }: DescriptionItem): DescriptionItem => ({
    ...line,
    label,
    value: (
      <Editable>
        {value}
        <Button variant="quiet" isDense aria-label={t('crypto.withdraw.edit.what', { what: label })} onClick={onChange}>
          {t('crypto.withdraw.edit')}
        </Button>
      </Editable>
    ),
  });
  return (
    <>
      <DescriptionList
        items={[
          ...lines.map(({ isEditable, ...line }) => (isEditable ? editable(line) : line)),
          ...(review.saves ? [{ label: t('crypto.withdraw.saves'), value: review.saves.label }] : []),
          { label: t('crypto.withdraw.sends'), value: money(review.sends) },
          { label: feeLabel, value: fee(review.fees[0]?.money) },
          editable({ label: t('crypto.withdraw.arrives'), value: money(review.receives), isStrong: true }),
          { label: t('crypto.withdraw.by'), value: formatDate(locale, review.arrivesBy) },
        ]}
      />
      {wait && (
        <Notice tone="info">
          {wait.message}
          {wait.until !== undefined && <p>{t('crypto.leavesAt', { time: formatDateTime(locale, wait.until) })}</p>}
        </Notice>
      )}
      <ReviewNote>{note}</ReviewNote>
      <Button isWide onClick={onConfirm}>
        {t('crypto.withdraw.confirm', { amount: money(review.receives) })}
      </Button>
    </>
  );
}
