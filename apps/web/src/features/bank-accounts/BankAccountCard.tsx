import type { BankAccount } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { countryIn } from '../../shared/forms/countries.ts';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { DestinationCard } from '../../shared/money/DestinationCard.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { labelOf, type TextField } from '../../shared/bank-accounts/fields.ts';

/** Fields that identify an account, in the order in which banks print them. */
const shown = ['beneficiaryName', 'iban', 'accountNumber', 'bankCode', 'swiftCode'] as const satisfies TextField[];

export interface BankAccountCardProps {
  account: BankAccount;
  /** Undefined if the account can't be made the default, or this customer may not do so. */
  onDefault?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  canEdit: boolean;
}

/** One saved account, with its numbers in full. */
export function BankAccountCard({ account, onDefault, onDelete, canEdit }: BankAccountCardProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const { id, fields, isDefault } = account;
  const { label, bankName, country, currency, rail } = fields;
  const actions = [
    onDefault && (
      <Button
        key="default"
        variant="secondary"
        isDense
        onClick={onDefault}
        aria-label={t('bank.makeDefault.label', { label })}
      >
        {t('bank.makeDefault')}
      </Button>
    ),
    canEdit && (
      <ButtonLink
        key="edit"
        to="/edit-bank-account"
        search={{ id }}
        variant="secondary"
        isDense
        aria-label={t('bank.edit.label', { label })}
      >
        {t('bank.edit')}
      </ButtonLink>
    ),
    onDelete && (
      <Button
        key="delete"
        variant="secondary"
        isDense
        onClick={onDelete}
        aria-label={t('bank.delete.label', { label })}
      >
        {t('bank.delete')}
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
            {t('bank.default')}
          </Chip>
        )
      }
      actions={actions.length > 0 && actions}
    >
      <DescriptionList
        items={shown.flatMap((name) => {
          const value = fields[name];
          return value === undefined ? [] : [{ label: t(labelOf(name, fields)), value }];
        })}
      />
    </DestinationCard>
  );
}
