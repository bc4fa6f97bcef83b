import type { BlockchainAddress, Review } from '@wusd/api-sdk/core';
import { formatDate, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { Copyable } from '../../app/Copyable.tsx';
import { Lines } from '../../app/Lines.tsx';
import { Lookalike } from '../../app/money/Lookalike.tsx';
import { ReviewNote, ReviewSheet } from '../../app/money/ReviewSheet.tsx';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
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
  const money = useMoney();
  const [wait] = review.holds ?? [];

  return (
    <ReviewSheet title={words('crypto.withdraw.review.title')}>
      {address && <Copyable text={address.address} label={words('address.copy')} what={words('address.theAddress')} />}
      {address && <Lookalike address={address.address} saved={saved} />}
      <Lines
        lines={[
          ...(address
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
            : []),
          { label: words('crypto.withdraw.sends'), value: money(review.sends) },
          ...review.fees.map((fee) => ({ label: words('crypto.withdraw.fee'), value: money(fee.money) })),
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
      <ReviewNote>{words('crypto.withdraw.noUndo')}</ReviewNote>
      <Button isWide onClick={onConfirm}>
        {words('crypto.withdraw.confirm', { amount: money(review.receives) })}
      </Button>
      <Button variant="quiet" isWide onClick={onChange}>
        {words('crypto.withdraw.change')}
      </Button>
    </ReviewSheet>
  );
}
