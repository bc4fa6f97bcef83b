import { formatDateTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { type DestinationState, destinationStatuses, reasonOf } from './destination-status.ts';

const Body = styled.div`
  display: grid;
  gap: ${vars.space4};

  h2 {
    font: ${vars.typeHeadline};
    overflow-wrap: break-word;
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
  /** State of the address or bank account. */
  state: DestinationState;
  /** Chips before the chip of the state. */
  chips?: ReactNode;
  /** Bank or network, on one line. */
  place: string;
  /** Icon of the place. */
  icon?: ReactNode;
  /** All details that identify the destination. */
  children: ReactNode;
  actions?: ReactNode;
}

/** A withdrawal destination in full, with its state and the reason for that state. */
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
  const { hold, lastUsedAt } = state;
  const { label: statusLabel, kind } = destinationStatuses[state.status];
  const reason = reasonOf(state);
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
