import type { CryptoTransaction, FiatTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { Page } from '../layout/Page.tsx';
import { ResultPage } from '../layout/ResultPage.tsx';
import { Section } from '../layout/Section.tsx';
import { ButtonLink } from '../routing/link.tsx';
import { holds } from '../session/session.ts';
import { useStore } from '../state/store.ts';
import { AmountHero } from './AmountHero.tsx';
import { PrintButton } from './PrintButton.tsx';
import { useMoney } from './use-money.ts';
import { outcomeOf } from './withdrawal-outcome.ts';

const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};
`;
const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

export interface WithdrawalResultProps {
  /** Undefined until loaded, or if this customer may not see it. */
  withdrawal: Pick<FiatTransaction | CryptoTransaction, 'status' | 'hold' | 'nextMoves' | 'receive'> | undefined;
  /** Kind filter of the link to the history. */
  kind: 'crypto-withdrawal' | 'fiat-withdrawal';
  /** Content of the side column. */
  side: ReactNode;
  /** Details of the withdrawal; false if they can't be shown. */
  children: ReactNode;
}

/** Current outcome of a withdrawal, updated as it changes. Until it is loaded, it counts as being processed. */
export function WithdrawalResult({ withdrawal, kind, side, children }: WithdrawalResultProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const { title, body } = outcomeOf(withdrawal ?? { status: 'processing', nextMoves: [] });
  const time = withdrawal?.hold?.until;
  const values = {
    time: time === undefined ? '' : formatDateTime(locale, time),
    amount: withdrawal ? money(withdrawal.receive) : '',
  };
  const actions = (
    <Actions data-screen-only="">
      <ButtonLink to="/wallet">{t('crypto.withdraw.success.wallet')}</ButtonLink>
      {holds('wallet_history') && (
        <ButtonLink to="/wallet-history" search={{ kind }} variant="secondary">
          {t('crypto.withdraw.success.all')}
        </ButtonLink>
      )}
      {children !== false && <PrintButton />}
    </Actions>
  );
  if (children === false)
    return (
      <ResultPage icon="clock" title={t(title, values)} action={actions}>
        {t(body, values)}
      </ResultPage>
    );
  return (
    <Page title={t(title, values)} width="flow" side={side} intro={t(body, values)}>
      <Card>
        <Stack>
          {withdrawal && <AmountHero>{values.amount}</AmountHero>}
          <Section title={t('crypto.withdraw.detail')}>{children}</Section>
        </Stack>
      </Card>
      {actions}
    </Page>
  );
}
