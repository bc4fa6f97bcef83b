import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import type { PartnerId } from '@wusd/api-sdk/domain';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { bankCodeLabel } from '../../shared/money/bank-code.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { Detail as Sheet, DetailPart } from '../../shared/money/Detail.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { depositAccountQuery } from './queries.ts';

/** The deposit account. Fields that must be exact can be copied. The reference comes first, because wires without it get lost. */
export function DepositAccount({ partnerId }: { partnerId: PartnerId }) {
  const t = useTranslate();
  const query = useQuery(depositAccountQuery(partnerId));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('IDENTITY_NOT_VERIFIED'))
    return <Blockers blockers={[{ errCode: error.errCode, message: error.message, nextAction: 'verify-identity' }]} />;
  if (error) return <Unavailable query={query}>{t('fiat.account.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="320px" />;
  const { reference, beneficiaryName, bankName, bankAddress, swiftCode, bankCode, accountNumber, iban, rails } = data;
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  const number = iban ?? accountNumber ?? '';
  return (
    <Section title={t('fiat.account.title')}>
      <Notice tone="warning">{t('fiat.reference.note')}</Notice>
      <Sheet>
        <DetailPart title={t('fiat.reference')}>
          <Copyable text={reference} what={t('fiat.theReference')} group={20} />
        </DetailPart>
        <DetailPart title={t(iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
          <Copyable text={number} what={t('fiat.theNumber')} group={iban === undefined ? 40 : 4} />
        </DetailPart>
      </Sheet>
      <DescriptionList
        items={[
          { label: t('bank.beneficiaryName'), value: beneficiaryName },
          { label: t('bank.bankName'), value: bankName },
          ...line(t('bank.swiftCode'), swiftCode),
          ...line(t(bankCodeLabel({ country: '', rail: rails.find((rail) => rail === 'ACH') ?? 'SWIFT' })), bankCode),
          ...line(t('bank.bankAddress'), bankAddress),
        ]}
      />
    </Section>
  );
}
