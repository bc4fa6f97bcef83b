import type { BankAccount, Review } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { bankCodeLabel } from '../../shared/money/bank-code.ts';
import { Detail as Sheet, DetailPart } from '../../shared/money/Detail.tsx';
import { ReviewSheet, WithdrawalReview } from '../../shared/money/ReviewSheet.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

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
  const t = useTranslate();
  const locale = useStore(language);
  const { fields } = account ?? {};
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);

  return (
    <ReviewSheet title={t('crypto.withdraw.review.title')}>
      {fields && (
        <Sheet>
          <DetailPart title={t(fields.iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
            <Copyable
              text={fields.iban ?? fields.accountNumber ?? ''}
              what={t('fiat.theNumber')}
              group={fields.iban === undefined ? 40 : 4}
            />
          </DetailPart>
        </Sheet>
      )}
      <WithdrawalReview
        review={review}
        feeLabel={t('fiat.fee')}
        note={t('fiat.withdraw.noUndo')}
        lines={[
          ...line(t('crypto.withdraw.to'), fields?.label),
          ...line(t('bank.beneficiaryName'), fields?.beneficiaryName),
          ...line(t('bank.bankName'), fields?.bankName),
          ...line(t('bank.swiftCode'), fields?.swiftCode),
          ...(fields ? line(t(bankCodeLabel(fields)), fields.bankCode) : []),
          ...line(t('fiat.rail'), fields?.rail),
          ...line(
            t('crypto.withdraw.usedBefore'),
            account?.lastUsedAt === undefined ? undefined : formatDateTime(locale, account.lastUsedAt),
          ),
          { label: t('fiat.withdraw.from'), value: from },
          ...line(t('fiat.purpose'), purpose ?? fields?.purposeOfTransfer),
        ]}
        onConfirm={onConfirm}
        onChange={onChange}
      />
    </ReviewSheet>
  );
}
