import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { DepositChoice } from '../../features/crypto/DepositChoice.tsx';
import { DepositTarget } from '../../features/crypto/DepositTarget.tsx';
import { LocateDeposit } from '../../features/crypto/LocateDeposit.tsx';
import { type Choice, readChoice } from '../../features/crypto/networks.ts';
import { RecentDeposits } from '../../features/crypto/RecentDeposits.tsx';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';
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

/** Currency and network, the deposit address, and the latest deposits. */
function CryptoDepositRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const config = useConfig();
  const choice = readChoice(useSearch({ from: '/crypto-deposit' }), config);
  const { networkId, currency, transaction } = choice;
  const show = (change: Partial<Choice>, replace = true): void => {
    const { networkId: network, ...rest } = { ...choice, ...change };
    void navigate({ to: '/crypto-deposit', search: { network, ...rest }, replace });
  };
  const open = (id: string): void => show({ transaction: id }, false);

  return (
    <Page
      title={t('crypto.deposit.title')}
      width="flow"
      side={
        <>
          <MoneyGuide page="cryptoDeposit" />
          {/* Keep last: it loads late, and would shift the cards below it. */}
          {networkId !== undefined && currency !== undefined && (
            <CostAndTime act="crypto deposit" currency={currency} networkId={networkId} />
          )}
        </>
      }
      intro={t('crypto.deposit.intro')}
    >
      <Card>
        <Stack>
          {!config && <Skeleton width="100%" height="72px" />}
          {config && <DepositChoice config={config} choice={choice} onChange={show} />}
          {networkId !== undefined && (
            <DepositTarget key={`${networkId} ${currency}`} networkId={networkId} currency={currency} />
          )}
        </Stack>
      </Card>
      <Card>
        <Section title={t('crypto.deposit.recent')}>
          <RecentDeposits onOpen={open} />
        </Section>
      </Card>
      {networkId !== undefined && (
        <Card>
          <Section title={t('crypto.locate.title')}>
            <Muted>{t('crypto.locate.body')}</Muted>
            <LocateDeposit key={networkId} networkId={networkId} onFound={open} />
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
