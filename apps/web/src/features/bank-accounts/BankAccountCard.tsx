import type { BankAccount } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { countryIn } from '../../app/forms/countries.ts';
import { Lines } from '../../app/Lines.tsx';
import { ButtonLink } from '../../app/link.tsx';
import { DestinationCard } from '../../app/money/DestinationCard.tsx';
import { language } from '../../app/preferences.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { labelOf, type TextField } from './fields.ts';

/** What tells one account from another, in the order that banks print it. */
const shown = ['beneficiaryName', 'iban', 'accountNumber', 'bankCode', 'swiftCode'] as const satisfies TextField[];

export interface BankAccountCardProps {
  account: BankAccount;
  /** Undefined where it can't be done now, or not by this customer. */
  onDefault?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  canEdit: boolean;
}

/** One saved account, its numbers in full. */
export function BankAccountCard({ account, onDefault, onDelete, canEdit }: BankAccountCardProps) {
  const words = useWords();
  const locale = useValue(language);
  const { id, fields, isDefault } = account;
  const { label, bankName, country, currency, rail } = fields;
  const actions = [
    onDefault && (
      <Button
        key="default"
        variant="secondary"
        isDense
        onClick={onDefault}
        aria-label={words('bank.makeDefault.label', { label })}
      >
        {words('bank.makeDefault')}
      </Button>
    ),
    canEdit && (
      <ButtonLink
        key="edit"
        to="/edit-bank-account"
        search={{ id }}
        variant="secondary"
        isDense
        aria-label={words('bank.edit.label', { label })}
      >
        {words('bank.edit')}
      </ButtonLink>
    ),
    onDelete && (
      <Button
        key="delete"
        variant="secondary"
        isDense
        onClick={onDelete}
        aria-label={words('bank.delete.label', { label })}
      >
        {words('bank.delete')}
      </Button>
    ),
  ].filter(Boolean);
  return (
    <DestinationCard
      label={label}
      state={account}
      place={[bankName, countryIn(locale, country), currency, rail].filter(Boolean).join(' · ')}
      chips={
        isDefault && (
          <Chip tone="neutral" icon="check">
            {words('bank.default')}
          </Chip>
        )
      }
      actions={actions.length > 0 && actions}
    >
      <Lines
        lines={shown.flatMap((name) => {
          const value = fields[name];
          return value === undefined ? [] : [{ label: words(labelOf(name, fields)), value }];
        })}
      />
    </DestinationCard>
  );
}
