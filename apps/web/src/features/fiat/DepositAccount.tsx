import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import type { PartnerId } from '@wusd/api-sdk/domain';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { Copyable } from '../../app/Copyable.tsx';
import { Lines } from '../../app/Lines.tsx';
import { bankCodeLabel } from '../../app/money/bank-code.ts';
import { Blockers } from '../../app/money/Blockers.tsx';
import { Detail as Sheet, DetailPart } from '../../app/money/Detail.tsx';
import { Section } from '../../app/Section.tsx';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useWords } from '../../app/words.ts';
import { depositAccountQuery } from './queries.ts';

/** Where to wire to: what must be exact can be copied, and the reference comes first, because wires without it get lost. */
export function DepositAccount({ partnerId }: { partnerId: PartnerId }) {
  const words = useWords();
  const query = useQuery(depositAccountQuery(partnerId));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('IDENTITY_NOT_VERIFIED'))
    return <Blockers blockers={[{ errCode: error.errCode, message: error.message, nextAction: 'verify-identity' }]} />;
  if (error) return <Unavailable query={query}>{words('fiat.account.unavailable')}</Unavailable>;
  if (!data) return <Skeleton width="100%" height="320px" />;
  const { reference, beneficiaryName, bankName, bankAddress, swiftCode, bankCode, accountNumber, iban, rails } = data;
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  const number = iban ?? accountNumber ?? '';
  return (
    <Section title={words('fiat.account.title')}>
      <Notice tone="warning">{words('fiat.reference.note')}</Notice>
      <Sheet>
        <DetailPart title={words('fiat.reference')}>
          <Copyable text={reference} what={words('fiat.theReference')} group={20} />
        </DetailPart>
        <DetailPart title={words(iban === undefined ? 'bank.accountNumber' : 'bank.iban')}>
          <Copyable text={number} what={words('fiat.theNumber')} group={iban === undefined ? 40 : 4} />
        </DetailPart>
      </Sheet>
      <Lines
        lines={[
          { label: words('bank.beneficiaryName'), value: beneficiaryName },
          { label: words('bank.bankName'), value: bankName },
          ...line(words('bank.swiftCode'), swiftCode),
          ...line(
            words(bankCodeLabel({ country: '', rail: rails.find((rail) => rail === 'ACH') ?? 'SWIFT' })),
            bankCode,
          ),
          ...line(words('bank.bankAddress'), bankAddress),
        ]}
      />
    </Section>
  );
}
