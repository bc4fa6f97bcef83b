import type { MessageId } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { session } from '../../shared/api/client.ts';
import { useConfig } from '../../shared/api/config.ts';
import { SideCard } from '../../shared/layout/SideCard.tsx';
import { TextLink as MailLink } from '@wusd/ui-kit/TextLink';
import { TextLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** The ways to move money, as their pages are. */
export type MoneyPage = 'swap' | 'cryptoDeposit' | 'cryptoWithdraw' | 'fiatDeposit' | 'fiatWithdraw';

const Steps = styled.ol`
  display: grid;
  gap: ${vars.space4};
  counter-reset: step;

  li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: ${vars.space4};
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
    counter-increment: step;
  }
  li::before {
    content: counter(step);
    display: grid;
    place-items: center;
    height: 24px;
    border-radius: 50%;
    background: ${vars.accentWash};
    color: ${vars.accentFg};
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

/** Beside a page that moves money: what happens after it, and where to turn. */
export function MoneyGuide({ page }: { page: MoneyPage }) {
  const t = useTranslate();
  const config = useConfig();
  const { isLogin } = useStore(session);
  const steps: MessageId[] = [`guide.${page}.1`, `guide.${page}.2`, `guide.${page}.3`];
  return (
    <>
      <SideCard title={t('guide.next')}>
        <Steps>
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </Steps>
      </SideCard>
      <SideCard title={t('guide.help')}>
        {isLogin && holds('wallet.wallets') && <TextLink to="/limits">{t('guide.help.limits')}</TextLink>}
        {isLogin && holds('wallet_history') && <TextLink to="/wallet-history">{t('guide.help.history')}</TextLink>}
        {config && <MailLink href={`mailto:${config.supportEmail}`}>{t('guide.help.support')}</MailLink>}
      </SideCard>
    </>
  );
}
