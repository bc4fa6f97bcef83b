import type { BankAccount } from '@wusd/api-sdk/core';
import { formatDateTime, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Chip, type ChipProps } from '@wusd/ui-kit/Chip';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { countryIn } from '../../app/forms/countries.ts';
import { Lines } from '../../app/Lines.tsx';
import { ButtonLink } from '../../app/link.tsx';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { labelOf, type TextField } from './fields.ts';

const statuses: Record<BankAccount['status'], { label: MessageId; tone: ChipProps['tone']; icon: ChipProps['icon'] }> =
  {
    'pending add': { label: 'bank.status.pendingAdd', tone: 'neutral', icon: 'clock' },
    active: { label: 'bank.status.active', tone: 'positive', icon: 'check' },
    inactive: { label: 'bank.status.inactive', tone: 'negative', icon: 'alert' },
    disabled: { label: 'bank.status.disabled', tone: 'negative', icon: 'alert' },
    'pending delete': { label: 'bank.status.pendingDelete', tone: 'neutral', icon: 'clock' },
  };
/** What tells one account from another, in the order that banks print it. */
const shown = ['beneficiaryName', 'iban', 'accountNumber', 'bankCode', 'swiftCode'] as const satisfies TextField[];

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
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

export interface BankAccountCardProps {
  account: BankAccount;
  /** Undefined where it can't be done now, or not by this customer. */
  onDefault?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  canEdit: boolean;
}

/** One saved account: where it is, its numbers in full, its state and why it is in it. */
export function BankAccountCard({ account, onDefault, onDelete, canEdit }: BankAccountCardProps) {
  const words = useWords();
  const locale = useValue(language);
  const { id, fields, status, isDefault, hold, timeline, lastUsedAt } = account;
  const { label, bankName, country, currency, rail } = fields;
  const { label: statusLabel, tone, icon } = statuses[status];
  const reason = status === 'inactive' ? timeline.at(-1)?.reason : hold?.message;
  return (
    <Card as="article" aria-label={label}>
      <Body>
        <Line>
          <h2>{label}</h2>
          <Few>
            {isDefault && (
              <Chip tone="neutral" icon="check">
                {words('bank.default')}
              </Chip>
            )}
            <Chip tone={tone} icon={icon}>
              {words(statusLabel)}
            </Chip>
          </Few>
        </Line>
        <Muted>
          {[bankName, countryIn(locale, country), `${currency} · ${rail}`].filter(Boolean).join(' · ')}
          {lastUsedAt !== undefined && ` · ${words('bank.lastUsed', { time: formatDateTime(locale, lastUsedAt) })}`}
        </Muted>
        <Lines
          lines={shown.flatMap((name) => {
            const value = fields[name];
            return value === undefined ? [] : [{ label: words(labelOf(name, fields)), value }];
          })}
        />
        {reason !== undefined && <Muted>{reason}</Muted>}
        {hold?.until !== undefined && (
          <Muted>{words('bank.payoutsFrom', { time: formatDateTime(locale, hold.until) })}</Muted>
        )}
        {(canEdit || onDefault || onDelete) && (
          <Few>
            {onDefault && (
              <Button
                variant="secondary"
                isDense
                onClick={onDefault}
                aria-label={words('bank.makeDefault.label', { label })}
              >
                {words('bank.makeDefault')}
              </Button>
            )}
            {canEdit && (
              <ButtonLink
                to="/edit-bank-account"
                search={{ id }}
                variant="secondary"
                isDense
                aria-label={words('bank.edit.label', { label })}
              >
                {words('bank.edit')}
              </ButtonLink>
            )}
            {onDelete && (
              <Button variant="secondary" isDense onClick={onDelete} aria-label={words('bank.delete.label', { label })}>
                {words('bank.delete')}
              </Button>
            )}
          </Few>
        )}
      </Body>
    </Card>
  );
}
