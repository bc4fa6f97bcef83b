import type { BankAccount, Review } from '@wusd/api-sdk/core';
import { formatDate, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { Copyable } from '../../app/Copyable.tsx';
import { Lines } from '../../app/Lines.tsx';
import { Detail as Sheet, DetailPart } from '../../app/money/Detail.tsx';
import { ReviewNote, ReviewSheet } from '../../app/money/ReviewSheet.tsx';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

export interface FiatWithdrawReviewProps {
  /** Undefined while it is on its way. */
  account: BankAccount | undefined;
  /** What the bank is called that it leaves from. */
  from: string;
  purpose: string | undefined;
  review: Review;
  onConfirm: () => void;
  onChange: () => void;
}

/** All that a withdrawal does, before it is proved: to whom in full first, then what leaves, what it costs, what arrives and when. */
export function FiatWithdrawReview({ account, from, purpose, review, onConfirm, onChange }: FiatWithdrawReviewProps) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const [wait] = review.holds ?? [];
  const { fields } = account ?? {};
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);

  return (
    <ReviewSheet title={words('crypto.withdraw.review.title')}>
      {fields && (
        <Sheet>
          <DetailPart title={words(fields.iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
            <Copyable
              text={fields.iban ?? fields.accountNumber ?? ''}
              label={words('app.copy')}
              what={words('fiat.theNumber')}
              group={fields.iban === undefined ? 40 : 4}
            />
          </DetailPart>
        </Sheet>
      )}
      <Lines
        lines={[
          ...line(words('crypto.withdraw.to'), fields?.label),
          ...line(words('bank.beneficiaryName'), fields?.beneficiaryName),
          ...line(words('bank.bankName'), fields?.bankName),
          ...line(words('bank.swiftCode'), fields?.swiftCode),
          ...line(words('bank.bankCode.HK'), fields?.bankCode),
          ...line(words('fiat.rail'), fields?.rail),
          ...line(
            words('crypto.withdraw.usedBefore'),
            account?.lastUsedAt === undefined ? undefined : formatDateTime(locale, account.lastUsedAt),
          ),
          { label: words('fiat.withdraw.from'), value: from },
          ...line(words('fiat.purpose'), purpose ?? fields?.purposeOfTransfer),
          { label: words('crypto.withdraw.sends'), value: money(review.sends) },
          ...review.fees.map((fee) => ({ label: words('fiat.fee'), value: money(fee.money) })),
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
      <ReviewNote>{words('fiat.withdraw.noUndo')}</ReviewNote>
      <Button isWide onClick={onConfirm}>
        {words('crypto.withdraw.confirm', { amount: money(review.receives) })}
      </Button>
      <Button variant="quiet" isWide onClick={onChange}>
        {words('crypto.withdraw.change')}
      </Button>
    </ReviewSheet>
  );
}
