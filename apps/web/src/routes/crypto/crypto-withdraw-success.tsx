import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { Section } from '../../app/Section.tsx';
import { holds } from '../../app/session.ts';
import { useWords } from '../../app/words.ts';
import { transactionQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

/** Of what is over; anything else is on its way. */
const titles: Record<string, MessageId> = {
  completed: 'crypto.withdraw.success.done',
  failed: 'crypto.withdraw.success.over',
  cancelled: 'crypto.withdraw.success.over',
  rejected: 'crypto.withdraw.success.over',
};

/** Where a withdrawal stands, as the server says it: the address only says which one. */
function CryptoWithdrawSuccessRoute() {
  const words = useWords();
  const id = /^ctx_[0-9a-z]{26}$/.exec(new URLSearchParams(useLocation().searchStr).get('transaction') ?? '')?.[0];
  const { data } = useQuery({ ...transactionQuery(id ?? ''), enabled: id !== undefined });
  const title = words(titles[data?.status ?? ''] ?? 'crypto.withdraw.success.title');
  const actions = (
    <Actions>
      <ButtonLink to="/wallet">{words('crypto.withdraw.success.wallet')}</ButtonLink>
      <ButtonLink to="/crypto-withdraw" variant="secondary">
        {words('crypto.withdraw.success.all')}
      </ButtonLink>
    </Actions>
  );
  if (id === undefined || !holds('wallet_history.withdraw.crypto.view'))
    return (
      <OneThing icon="clock" title={words('crypto.withdraw.success.title')} action={actions}>
        {words('crypto.withdraw.success.body')}
      </OneThing>
    );
  return (
    <Page title={title} width="flow" intro={words('crypto.withdraw.success.body')}>
      <Card>
        <Section title={words('crypto.withdraw.detail')}>
          <TransactionDetail id={id} />
        </Section>
      </Card>
      {actions}
    </Page>
  );
}

export const CryptoWithdrawSuccess = withQueries(CryptoWithdrawSuccessRoute);
