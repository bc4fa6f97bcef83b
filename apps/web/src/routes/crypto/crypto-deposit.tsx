import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Currency } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Pair, Section } from '../../shared/layout/Section.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Transactions } from '../../features/crypto/Transactions.tsx';
import { DepositTarget } from '../../features/crypto/DepositTarget.tsx';
import { LocateDeposit } from '../../features/crypto/LocateDeposit.tsx';
import { type Choice, currenciesOf, type NetworkId, readChoice } from '../../features/crypto/networks.ts';
import { recentQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
`;

/** The network first, then the address; below, what arrives, as it arrives. */
function CryptoDepositRoute() {
  const t = useTranslate();
  const money = useMoney();
  const navigate = useNavigate();
  const config = useConfig();
  const choice = readChoice(useSearch({ from: '/crypto-deposit' }), config);
  const { networkId, currency, transaction } = choice;
  const recent = useQuery(recentQuery('deposit'));
  const show = (change: Partial<Choice>, replace = true): void => {
    const { networkId: network, ...rest } = { ...choice, ...change };
    void navigate({ to: '/crypto-deposit', search: { network, ...rest }, replace });
  };
  const newest = recent.data?.[0];

  return (
    <Page title={t('crypto.deposit.title')} width="flow" intro={t('crypto.deposit.intro')}>
      <Card>
        <Stack>
          {!config && <Skeleton width="100%" height="72px" />}
          {config && (
            <Pair>
              <SelectField
                label={t('crypto.network')}
                value={networkId?.toString() ?? ''}
                options={[
                  ...(networkId === undefined ? [{ value: '', label: t('crypto.network.choose') }] : []),
                  ...config.networks.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={({ target: { value } }) =>
                  show({ networkId: value === '' ? undefined : (Number(value) as NetworkId) })
                }
              />
              {networkId !== undefined && (
                <SelectField
                  label={t('crypto.currency')}
                  value={currency ?? ''}
                  options={currenciesOf(config, networkId).map((value) => ({ value, label: value }))}
                  onChange={({ target: { value } }) => show({ currency: value as Currency })}
                />
              )}
            </Pair>
          )}
          {networkId !== undefined && currency !== undefined && (
            <DepositTarget key={`${networkId} ${currency}`} networkId={networkId} currency={currency} />
          )}
        </Stack>
      </Card>
      <Card>
        <Section title={t('crypto.deposit.recent')}>
          {recent.isError && <Unavailable query={recent}>{t('crypto.transactionsUnavailable')}</Unavailable>}
          {!recent.data && !recent.isError && <ListSkeleton count={3} />}
          {recent.data?.length === 0 && (
            <EmptyState icon="clock" title={t('crypto.deposit.none.title')}>
              {t('crypto.deposit.none.body')}
            </EmptyState>
          )}
          {recent.data && recent.data.length > 0 && (
            <Transactions transactions={recent.data} onOpen={(id) => show({ transaction: id }, false)} />
          )}
          <VisuallyHidden role="status">
            {newest?.status === 'completed' && t('crypto.deposit.arrived', { amount: money(newest.receive) })}
          </VisuallyHidden>
        </Section>
      </Card>
      {networkId !== undefined && (
        <Card>
          <Section title={t('crypto.locate.title')}>
            <Muted>{t('crypto.locate.body')}</Muted>
            <LocateDeposit key={networkId} networkId={networkId} onFound={(id) => show({ transaction: id }, false)} />
          </Section>
        </Card>
      )}
      <Drawer
        isOpen={transaction !== undefined}
        onClose={() => show({ transaction: undefined })}
        title={t('crypto.detail')}
        closeLabel={t('app.close')}
      >
        {transaction !== undefined && <TransactionDetail key={transaction} id={transaction} />}
      </Drawer>
    </Page>
  );
}

export const CryptoDeposit = withQueries(CryptoDepositRoute);
