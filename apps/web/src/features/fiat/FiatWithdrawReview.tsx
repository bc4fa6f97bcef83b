import type { BankAccount, Review } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { bankCodeLabel } from '../../shared/money/bank-code.ts';
import { Detail as Sheet, DetailPart } from '../../shared/money/Detail.tsx';
import { ReviewSheet, WithdrawalReview } from '../../shared/money/ReviewSheet.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

type Fields = BankAccount['fields'];
type Recipient = Pick<BankAccount, 'fields' | 'lastUsedAt'>;

/** The full account number, to compare before confirming. */
function AccountNumber({ iban, accountNumber = '' }: Fields) {
  const t = useTranslate();
  return (
    <Sheet>
      <DetailPart title={t(iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
        <Copyable text={iban ?? accountNumber} what={t('fiat.theNumber')} group={iban === undefined ? 40 : 4} />
      </DetailPart>
    </Sheet>
  );
}

/** A line of the description; none if the value is missing. */
const optionalLine = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);

export interface FiatWithdrawReviewProps {
  /** A saved account, or one that the withdrawal saves; undefined while loading. */
  account: Recipient | undefined;
  /** Name of the bank that the payout is sent from. */
  from: string;
  purpose: string | undefined;
  review: Review;
  onConfirm: () => void;
  onChange: () => void;
}

/** Review of a withdrawal: the recipient in full, then amount, fees, and the amount and time of arrival. */
export function FiatWithdrawReview({ account, from, purpose, review, onConfirm, onChange }: FiatWithdrawReviewProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const recipientLines = ({ fields, lastUsedAt }: Recipient) => [
    ...optionalLine(t('crypto.withdraw.to'), fields.label).map((line) => ({ ...line, isEditable: true })),
    ...optionalLine(t('bank.beneficiaryName'), fields.beneficiaryName),
    ...optionalLine(t('bank.bankName'), fields.bankName),
    ...optionalLine(t('bank.swiftCode'), fields.swiftCode),
    ...optionalLine(t(bankCodeLabel(fields)), fields.bankCode),
    ...optionalLine(t('fiat.rail'), fields.rail),
    ...optionalLine(t('crypto.withdraw.usedBefore'), lastUsedAt && formatDateTime(locale, lastUsedAt)),
  ];

  return (
    <ReviewSheet title={t('crypto.withdraw.review.title')}>
      {account && <AccountNumber {...account.fields} />}
      <WithdrawalReview
        review={review}
        feeLabel={t('fiat.fee')}
        note={t('fiat.withdraw.noUndo')}
        lines={[
          ...(account ? recipientLines(account) : []),
          { label: t('fiat.withdraw.from'), value: from, isEditable: true },
          ...optionalLine(t('fiat.purpose'), purpose ?? account?.fields.purposeOfTransfer),
        ]}
        onConfirm={onConfirm}
        onChange={onChange}
      />
    </ReviewSheet>
  );
}
