import { useQuery } from '@tanstack/react-query';
import { ApiError, type DepositAccount as Account } from '@wusd/api-sdk/core';
import type { PartnerId } from '@wusd/api-sdk/domain';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Copyable, CopyIconButton } from '../../shared/feedback/Copyable.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { bankCodeLabel } from '../../shared/money/bank-code.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { depositAccountQuery } from './queries.ts';

/** The reference, set apart from the account details that all customers share. */
const Reference = styled.section`
  display: grid;
  gap: ${vars.space3};
  padding: ${vars.space5};
  border-radius: ${vars.radiusCard};
  background: ${vars.accentWash};

  h3 {
    font: ${vars.typeLabel};
  }
  p {
    font: ${vars.typeLabel};
  }
`;
const Lines = styled.dl`
  display: grid;

  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    column-gap: ${vars.space3};
    padding-block: ${vars.space2};
  }
  > div + div {
    border-top: 1px solid ${vars.border};
  }
  dt {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  dd {
    grid-column: 1;
    margin: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: break-word;
  }
  [data-copy] {
    grid-row: 1 / span 2;
    grid-column: 2;
  }
`;

/** The reference, without which a transfer can't be matched, and the account, of which each line can be copied. */
export function DepositAccount({ partnerId }: { partnerId: PartnerId }) {
  const t = useTranslate();
  const query = useQuery(depositAccountQuery(partnerId));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('IDENTITY_NOT_VERIFIED'))
    return <Blockers blockers={[{ errCode: error.errCode, message: error.message, nextAction: 'verify-identity' }]} />;
  if (error) return <Unavailable query={query}>{t('fiat.account.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="320px" />;
  return (
    <Section title={t('fiat.account.title')}>
      <PaymentReference reference={data.reference} />
      <AccountLines account={data} />
    </Section>
  );
}

/** The reference that the transfer must include, so that it can be matched. */
export function PaymentReference({ reference }: { reference: string }) {
  const t = useTranslate();
  return (
    <Reference aria-labelledby="payment-reference">
      <h3 id="payment-reference">{t('fiat.reference')}</h3>
      <Copyable text={reference} what={t('fiat.theReference')} group={20} size="hero" />
      <p>{t('fiat.reference.note')}</p>
    </Reference>
  );
}

function AccountLines({ account }: { account: Account }) {
  const t = useTranslate();
  const { beneficiaryName, bankName, bankAddress, swiftCode, bankCode, accountNumber, iban, rails } = account;
  const clearing = bankCodeLabel({ country: '', rail: rails.find((rail) => rail === 'ACH') ?? 'SWIFT' });
  const lines: [label: string, value: string | undefined, shown?: string | undefined][] = [
    [t('bank.beneficiaryName'), beneficiaryName],
    [t('bank.iban'), iban, iban?.match(/.{1,4}/g)?.join(' ')],
    [t('bank.accountNumber'), iban === undefined ? accountNumber : undefined],
    [t('bank.swiftCode'), swiftCode],
    [t(clearing), bankCode],
    [t('bank.bankName'), bankName],
    [t('bank.bankAddress'), bankAddress],
  ];
  return (
    <Lines>
      {lines.map(
        ([label, value, shown = value]) =>
          value !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{shown}</dd>
              <dd data-copy="">
                <CopyIconButton text={value} what={label} />
              </dd>
            </div>
          ),
      )}
    </Lines>
  );
}
