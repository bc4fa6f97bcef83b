import { useLocation } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../app/link.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { Section } from '../../app/Section.tsx';
import { holds } from '../../app/session.ts';
import { useWords } from '../../app/words.ts';
import { FiatDetail } from '../../features/fiat/FiatDetail.tsx';
import { fiatIdIn } from '../../features/fiat/offered.ts';

/** One transfer on a page of its own: the address says which one. */
function View({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const words = useWords();
  const id = fiatIdIn(useLocation().searchStr);
  const isDeposit = direction === 'deposit';
  return (
    <Page
      title={words(isDeposit ? 'crypto.detail' : 'crypto.withdraw.detail')}
      width="flow"
      aside={
        isDeposit
          ? holds('wallet.wallets.deposit') && <TextLink to="/fiat-deposit">{words('fiat.deposit.all')}</TextLink>
          : holds('wallet.wallets.withdraw') && (
              <TextLink to="/fiat-withdraw">{words('crypto.withdraw.success.all')}</TextLink>
            )
      }
    >
      <Card>
        <Section title={words('fiat.details')}>
          {id === undefined ? (
            <Notice tone="info">{words('crypto.gone')}</Notice>
          ) : (
            <FiatDetail key={id} id={id} direction={direction} />
          )}
        </Section>
      </Card>
    </Page>
  );
}

export const ViewFiatDeposit = withQueries(() => <View direction="deposit" />);
export const ViewFiatWithdraw = withQueries(() => <View direction="withdrawal" />);
