import type { BlockchainAddress, Review } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { Lookalike } from '../../shared/money/Lookalike.tsx';
import { ReviewSheet, WithdrawalReview } from '../../shared/money/ReviewSheet.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { networkName } from './networks.ts';

export interface WithdrawReviewProps {
  /** A saved address, or one that the withdrawal saves; undefined while loading. */
  address: Pick<BlockchainAddress, 'label' | 'address' | 'networkId' | 'memo' | 'lastUsedAt'> | undefined;
  /** All saved addresses, to detect a lookalike. */
  saved: readonly BlockchainAddress[];
  review: Review;
  onConfirm: () => void;
  onChange: () => void;
}

/** Review of a withdrawal: the full address first, then amount, fee, and the amount and time of arrival. */
export function WithdrawReview({ address, saved, review, onConfirm, onChange }: WithdrawReviewProps) {
  const t = useTranslate();
  const locale = useStore(language);

  return (
    <ReviewSheet title={t('crypto.withdraw.review.title')}>
      {address && <Copyable text={address.address} what={t('address.theAddress')} />}
      {address && <Lookalike address={address.address} saved={saved} />}
      <WithdrawalReview
        review={review}
        feeLabel={t('crypto.withdraw.fee')}
        note={t('crypto.withdraw.noUndo')}
        lines={
          address
            ? [
                { label: t('crypto.withdraw.to'), value: address.label, isEditable: true },
                { label: t('crypto.network'), value: networkName(address.networkId) },
                ...(address.memo === undefined ? [] : [{ label: t('crypto.memo'), value: address.memo }]),
                ...(address.lastUsedAt === undefined
                  ? []
                  : [
                      {
                        label: t('crypto.withdraw.usedBefore'),
                        value: formatDateTime(locale, address.lastUsedAt),
                      },
                    ]),
              ]
            : []
        }
        onConfirm={onConfirm}
        onChange={onChange}
      />
    </ReviewSheet>
  );
}
