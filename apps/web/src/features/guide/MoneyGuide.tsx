import type { MessageId } from '@wusd/i18n';
import { StepList } from '@wusd/ui-kit/StepList';
import { TextLink as MailLink } from '@wusd/ui-kit/TextLink';
import { session } from '../../shared/api/client.ts';
import { useConfig } from '../../shared/api/config.ts';
import { SideCard } from '../../shared/layout/SideCard.tsx';
import { TextLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { HelpAnswers, type HelpQuestion } from './HelpAnswers.tsx';

/** The pages that move money. */
export type MoneyPage = 'swap' | 'cryptoDeposit' | 'cryptoWithdraw' | 'fiatDeposit' | 'fiatWithdraw';

const questionsOn: Record<MoneyPage, readonly HelpQuestion[]> = {
  swap: ['cost', 'held'],
  cryptoDeposit: ['network', 'memo', 'cost', 'held'],
  cryptoWithdraw: ['network', 'memo', 'cost', 'unusable', 'cooldown', 'held'],
  fiatDeposit: ['cost', 'intermediary', 'held'],
  fiatWithdraw: ['cost', 'unusable', 'cooldown', 'intermediary', 'held'],
};

/** Answered questions, and links to limits, history and support. */
export function HelpCard({ questions }: { questions: readonly HelpQuestion[] }) {
  const t = useTranslate();
  const config = useConfig();
  const { isLogin } = useStore(session);
  return (
    <SideCard title={t('guide.help')}>
      <HelpAnswers questions={questions} />
      <TextLink to="/fees-and-limits">{t('guide.help.limits')}</TextLink>
      {isLogin && holds('wallet_history') && <TextLink to="/wallet-history">{t('guide.help.history')}</TextLink>}
      {config && <MailLink href={`mailto:${config.supportEmail}`}>{t('guide.help.support')}</MailLink>}
    </SideCard>
  );
}

/** Side column of a page that moves money: what happens next, and where to get help. */
export function MoneyGuide({ page }: { page: MoneyPage }) {
  const t = useTranslate();
  const steps: MessageId[] = [`guide.${page}.1`, `guide.${page}.2`, `guide.${page}.3`];
  return (
    <>
      <SideCard title={t('guide.next')}>
        <StepList steps={steps.map((step) => ({ title: t(step) }))} />
      </SideCard>
      <HelpCard questions={questionsOn[page]} />
    </>
  );
}
