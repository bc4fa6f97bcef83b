import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { networkNames } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DestinationCard, DestinationNote } from '../../shared/money/DestinationCard.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

export interface AddressCardProps {
  address: BlockchainAddress;
  /** Undefined if the address can't be deleted, or this customer may not delete it. */
  onDelete?: (() => void) | undefined;
}

/** One saved address. */
export function AddressCard({ address: saved, onDelete }: AddressCardProps) {
  const t = useTranslate();
  const { label, address, networkId, memo, risk } = saved;
  return (
    <DestinationCard
      label={label}
      state={saved}
      place={networkNames[networkId]}
      icon={<NetworkIcon network={networkNames[networkId]} size={24} />}
      chips={
        risk === 'high' && (
          <Chip tone="negative" icon="alert">
            {t('address.risk.high')}
          </Chip>
        )
      }
      actions={
        onDelete && (
          <Button variant="secondary" isDense onClick={onDelete} aria-label={t('address.delete.label', { label })}>
            {t('address.delete')}
          </Button>
        )
      }
    >
      <Copyable text={address} what={t('address.theAddress')} />
      {memo !== undefined && <DestinationNote>{t('address.memoIs', { memo })}</DestinationNote>}
    </DestinationCard>
  );
}
