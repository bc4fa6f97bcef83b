import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { formatDateTime, type MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { StatusChip, type StatusKind } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

const statuses: Record<BlockchainAddress['status'], { label: MessageId; kind: StatusKind }> = {
  'pending add': { label: 'address.status.pendingAdd', kind: 'pending' },
  active: { label: 'address.status.active', kind: 'success' },
  inactive: { label: 'address.status.inactive', kind: 'failure' },
  disabled: { label: 'address.status.disabled', kind: 'failure' },
  'pending delete': { label: 'address.status.pendingDelete', kind: 'pending' },
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
const Few = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space2};
`;
export const DestinationNote = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

const Place = styled.div`
  display: flex;
  align-items: center;
  gap: ${vars.space3};
`;

export interface DestinationCardProps {
  label: string;
  /** As an address and a bank account have them alike. */
  state: Pick<BlockchainAddress, 'status' | 'hold' | 'timeline' | 'lastUsedAt'>;
  /** Before the chip of its state. */
  chips?: ReactNode;
  /** Where it is, in a line. */
  place: string;
  /** What that place is told by. */
  icon?: ReactNode;
  /** Everything that identifies it. */
  children: ReactNode;
  actions?: ReactNode;
}

/** Somewhere that a customer withdraws to: in full, with its state, and why it is in it. */
export function DestinationCard({
  label,
  state,
  chips,
  place,
  icon: placeIcon,
  children,
  actions,
}: DestinationCardProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const { status, hold, timeline, lastUsedAt } = state;
  const { label: statusLabel, kind } = statuses[status];
  const reason = status === 'inactive' ? timeline.at(-1)?.reason : hold?.message;
  return (
    <Card as="article" aria-label={label}>
      <Body>
        <Line>
          <h2>{label}</h2>
          <Few>
            {chips}
            <StatusChip status={kind}>{t(statusLabel)}</StatusChip>
          </Few>
        </Line>
        <Place>
          {placeIcon}
          <DestinationNote>
            {place}
            {lastUsedAt !== undefined && ` · ${t('address.lastUsed', { time: formatDateTime(locale, lastUsedAt) })}`}
          </DestinationNote>
        </Place>
        {children}
        {reason !== undefined && <DestinationNote>{reason}</DestinationNote>}
        {hold?.until !== undefined && (
          <DestinationNote>{t('address.payoutsFrom', { time: formatDateTime(locale, hold.until) })}</DestinationNote>
        )}
        {actions && <Few>{actions}</Few>}
      </Body>
    </Card>
  );
}
