import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { networkNames } from '@wusd/api-sdk/domain';
import { formatDateTime, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Chip, type ChipProps } from '@wusd/ui-kit/Chip';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Copyable } from '../../app/Copyable.tsx';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';

const statuses: Record<
  BlockchainAddress['status'],
  { label: MessageId; tone: ChipProps['tone']; icon: ChipProps['icon'] }
> = {
  'pending add': { label: 'address.status.pendingAdd', tone: 'neutral', icon: 'clock' },
  active: { label: 'address.status.active', tone: 'positive', icon: 'check' },
  inactive: { label: 'address.status.inactive', tone: 'negative', icon: 'alert' },
  disabled: { label: 'address.status.disabled', tone: 'negative', icon: 'alert' },
  'pending delete': { label: 'address.status.pendingDelete', tone: 'neutral', icon: 'clock' },
};

const Body = styled.div`
  display: grid;
  gap: ${vars.space4};

  h2 {
    font: ${vars.typeHeadline};
    overflow-wrap: anywhere;
  }
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3};
`;
const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space2};
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

export interface AddressCardProps {
  address: BlockchainAddress;
  /** Undefined where it can't be deleted, or not by this customer. */
  onDelete?: (() => void) | undefined;
}

/** One saved address: in full, with its state, and why it is in it. */
export function AddressCard({ address: saved, onDelete }: AddressCardProps) {
  const words = useWords();
  const locale = useValue(language);
  const { label, address, networkId, memo, status, risk, hold, timeline, lastUsedAt } = saved;
  const { label: statusLabel, tone, icon } = statuses[status];
  const reason = status === 'inactive' ? timeline.at(-1)?.reason : hold?.message;
  return (
    <Card as="article" aria-label={label}>
      <Body>
        <Line>
          <h2>{label}</h2>
          <Chips>
            {risk === 'high' && (
              <Chip tone="negative" icon="alert">
                {words('address.risk.high')}
              </Chip>
            )}
            <Chip tone={tone} icon={icon}>
              {words(statusLabel)}
            </Chip>
          </Chips>
        </Line>
        <Muted>
          {networkNames[networkId]}
          {lastUsedAt !== undefined && ` · ${words('address.lastUsed', { time: formatDateTime(locale, lastUsedAt) })}`}
        </Muted>
        <Copyable text={address} label={words('address.copy')} what={words('address.theAddress')} />
        {memo !== undefined && <Muted>{words('address.memoIs', { memo })}</Muted>}
        {reason !== undefined && <Muted>{reason}</Muted>}
        {hold?.until !== undefined && (
          <Muted>{words('address.payoutsFrom', { time: formatDateTime(locale, hold.until) })}</Muted>
        )}
        {onDelete && (
          <div>
            <Button
              variant="secondary"
              isDense
              onClick={onDelete}
              aria-label={words('address.delete.label', { label })}
            >
              {words('address.delete')}
            </Button>
          </div>
        )}
      </Body>
    </Card>
  );
}
