import type { BlockchainAddress, Review } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Copyable } from '../../app/Copyable.tsx';
import { Lookalike } from '../../app/money/Lookalike.tsx';
import { ReviewSheet, WithdrawalReview } from '../../app/money/ReviewSheet.tsx';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { networkName } from './networks.ts';

export interface WithdrawReviewProps {
  /** Undefined while it is on its way. */
  address: BlockchainAddress | undefined;
  /** All that are saved, among which it may have a lookalike. */
  saved: readonly BlockchainAddress[];
  review: Review;
  onConfirm: () => void;
  onChange: () => void;
}

/** All that a withdrawal does, before it is proved: where to in full first, then what leaves, what it costs, what arrives and when. */
export function WithdrawReview({ address, saved, review, onConfirm, onChange }: WithdrawReviewProps) {
  const words = useWords();
  const locale = useValue(language);

  return (
    <ReviewSheet title={words('crypto.withdraw.review.title')}>
      {address && <Copyable text={address.address} what={words('address.theAddress')} />}
      {address && <Lookalike address={address.address} saved={saved} />}
      <WithdrawalReview
        review={review}
        feeLabel={words('crypto.withdraw.fee')}
        note={words('crypto.withdraw.noUndo')}
        lines={
          address
            ? [
                { label: words('crypto.withdraw.to'), value: address.label },
                { label: words('crypto.network'), value: networkName(address.networkId) },
                ...(address.memo === undefined ? [] : [{ label: words('crypto.memo'), value: address.memo }]),
                ...(address.lastUsedAt === undefined
                  ? []
                  : [
                      {
                        label: words('crypto.withdraw.usedBefore'),
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
