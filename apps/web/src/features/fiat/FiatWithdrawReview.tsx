import type { BankAccount, Review } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Copyable } from '../../app/Copyable.tsx';
import { bankCodeLabel } from '../../app/money/bank-code.ts';
import { Detail as Sheet, DetailPart } from '../../app/money/Detail.tsx';
import { ReviewSheet, WithdrawalReview } from '../../app/money/ReviewSheet.tsx';
import { language } from '../../app/preferences.ts';
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
  const { fields } = account ?? {};
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);

  return (
    <ReviewSheet title={words('crypto.withdraw.review.title')}>
      {fields && (
        <Sheet>
          <DetailPart title={words(fields.iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
            <Copyable
              text={fields.iban ?? fields.accountNumber ?? ''}
              what={words('fiat.theNumber')}
              group={fields.iban === undefined ? 40 : 4}
            />
          </DetailPart>
        </Sheet>
      )}
      <WithdrawalReview
        review={review}
        feeLabel={words('fiat.fee')}
        note={words('fiat.withdraw.noUndo')}
        lines={[
          ...line(words('crypto.withdraw.to'), fields?.label),
          ...line(words('bank.beneficiaryName'), fields?.beneficiaryName),
          ...line(words('bank.bankName'), fields?.bankName),
          ...line(words('bank.swiftCode'), fields?.swiftCode),
          ...(fields ? line(words(bankCodeLabel(fields)), fields.bankCode) : []),
          ...line(words('fiat.rail'), fields?.rail),
          ...line(
            words('crypto.withdraw.usedBefore'),
            account?.lastUsedAt === undefined ? undefined : formatDateTime(locale, account.lastUsedAt),
          ),
          { label: words('fiat.withdraw.from'), value: from },
          ...line(words('fiat.purpose'), purpose ?? fields?.purposeOfTransfer),
        ]}
        onConfirm={onConfirm}
        onChange={onChange}
      />
    </ReviewSheet>
  );
}
