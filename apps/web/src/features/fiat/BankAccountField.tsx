import type { BankAccount } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { holds } from '../../shared/session/session.ts';
import { accountName } from './offered.ts';

export interface BankAccountFieldProps {
  /** Saved accounts that can be paid; undefined until loaded. */
  accounts: readonly BankAccount[] | undefined;
  value: string;
  isMissing: boolean;
  onChange: (bankAccountId: string) => void;
  /** Called to withdraw to an account that is not saved. */
  onNew: () => void;
}

/** Selects the saved bank account to withdraw to, or opens the form for a new one. */
export function BankAccountField({ accounts, value, isMissing, onChange, onNew }: BankAccountFieldProps) {
  const t = useTranslate();
  const add = holds('wallet.bank_account.add') && (
    <Button variant={accounts?.length === 0 ? 'secondary' : 'quiet'} isDense onClick={onNew}>
      {t('fiat.withdraw.addAccount')}
    </Button>
  );
  if (accounts?.length === 0)
    return (
      <Notice tone="info" action={add}>
        {t('fiat.withdraw.noAccount')}
      </Notice>
    );
  return (
    <SelectField
      label={t('crypto.withdraw.to')}
      value={value}
      error={isMissing ? t('field.required', { field: t('crypto.withdraw.recipient') }) : undefined}
      hint={add}
      options={[
        { value: '', label: t('fiat.withdraw.chooseAccount') },
        ...(accounts ?? []).map((each) => ({
          value: each.id,
          label: `${accountName(each)} · ${each.fields.bankName ?? each.fields.country} · ${each.fields.currency}`,
        })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
