import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Currency, PartnerId } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Pair, Section } from '../../shared/layout/Section.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { DeclareForm } from '../../features/fiat/DeclareForm.tsx';
import { DepositAccount } from '../../features/fiat/DepositAccount.tsx';
import { depositDraft } from '../../features/fiat/deposit-draft.ts';
import { FiatTransactions } from '../../features/fiat/FiatTransactions.tsx';
import { banksFor, fiatCurrencies } from '../../features/fiat/offered.ts';
import { depositAccountQuery } from '../../features/fiat/queries.ts';
import { CostAndTime } from '../../features/limits/CostAndTime.tsx';
import { MoneyGuide } from '../../features/guide/MoneyGuide.tsx';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

/** The bank and account to transfer to, the form that declares a sent transfer, and below them the latest deposits. */
function FiatDepositRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const draft = useStore(depositDraft);
  const { currency } = draft;
  const banks = config ? banksFor(config, currency) : [];
  // The server's first bank is the default.
  const partnerId = (banks.find(({ id }) => id === draft.partnerId) ?? banks[0])?.id;
  const { data: account } = useQuery(depositAccountQuery(partnerId));

  return (
    <Page
      title={t('fiat.deposit.title')}
      width="flow"
      side={
        <>
          <MoneyGuide page="fiatDeposit" />
          {/* Keep last: it loads late, and would shift the cards below it. */}
          <CostAndTime act="fiat deposit" currency={currency} />
        </>
      }
      intro={t('fiat.deposit.intro')}
    >
      <Card>
        <Stack>
          {!config && <Skeleton width="100%" height="72px" />}
          {config && (
            <Pair>
              <SelectField
                label={t('crypto.currency')}
                value={currency}
                options={fiatCurrencies(config).map((value) => ({ value, label: value }))}
                onChange={({ target: { value } }) => depositDraft.set({ ...draft, currency: value as Currency })}
              />
              <SelectField
                label={t('bank.bankName')}
                value={partnerId ?? ''}
                options={banks.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ target: { value } }) => depositDraft.set({ ...draft, partnerId: value as PartnerId })}
              />
            </Pair>
          )}
          {partnerId !== undefined && <DepositAccount key={partnerId} partnerId={partnerId} />}
        </Stack>
      </Card>
      {account && (
        <Card>
          <Section title={t('fiat.deposit.tell')}>
            <Muted>{t('fiat.deposit.tell.body')}</Muted>
            <DeclareForm
              key={draft.currency}
              partnerId={account.partnerId}
              onDeclared={({ id }) =>
                void navigate({ to: '/result/fiat-deposit-success', search: { transaction: id } })
              }
            />
          </Section>
        </Card>
      )}
      <Card>
        <FiatTransactions direction="deposit" />
      </Card>
    </Page>
  );
}

export const FiatDeposit = withQueries(FiatDepositRoute);
