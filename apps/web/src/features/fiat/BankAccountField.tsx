import type { BankAccount } from '@wusd/api-sdk/core';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ButtonLink, TextLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { accountName } from './offered.ts';

/** Adding an account returns to the withdrawal. */
const newAccount = { to: '/add-bank-account', search: { from: 'withdraw' } } as const;

export interface BankAccountFieldProps {
  /** Saved accounts that can be paid; undefined until they have arrived. */
  accounts: readonly BankAccount[] | undefined;
  value: string;
  isMissing: boolean;
  onChange: (bankAccountId: string) => void;
}

/** The bank account to withdraw to, or the way to add one. */
export function BankAccountField({ accounts, value, isMissing, onChange }: BankAccountFieldProps) {
  const t = useTranslate();
  const canAdd = holds('wallet.bank_account.add');
  if (accounts?.length === 0)
    return (
      <Notice
        tone="info"
        action={
          canAdd && (
            <ButtonLink {...newAccount} variant="secondary" isDense>
              {t('fiat.withdraw.addAccount')}
            </ButtonLink>
          )
        }
      >
        {t('fiat.withdraw.noAccount')}
      </Notice>
    );
  return (
    <SelectField
      label={t('crypto.withdraw.to')}
      value={value}
      error={isMissing ? t('field.required', { field: t('crypto.withdraw.to') }) : undefined}
      hint={canAdd && <TextLink {...newAccount}>{t('fiat.withdraw.addAccount')}</TextLink>}
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
