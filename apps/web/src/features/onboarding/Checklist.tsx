import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useId } from 'react';
import { styled } from 'styled-components';
import { ButtonLink, type LinkTarget } from '../../shared/routing/link.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { nextStep, type Step, type StepName } from './steps.ts';

const Body = styled.div`
  display: grid;
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Head = styled.div`
  display: grid;
  gap: ${vars.space3};

  p {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
const Progress = styled.div`
  height: 6px;
  border-radius: 3px;
  background: ${vars.sunken};
  overflow: hidden;

  > span {
    display: block;
    height: 100%;
    border-radius: 3px;
    background: ${vars.positive};
  }
`;
const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space2} ${vars.space4};
  min-height: 56px;
  padding-block: ${vars.space3};

  & + & {
    border-top: 1px solid ${vars.border};
  }
  > div {
    display: grid;
    gap: ${vars.space1};
  }
  strong {
    font: ${vars.typeHeadline};
  }
  small {
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
  }
  &:not([data-state='open']) strong {
    color: ${vars.fgMuted};
    font: ${vars.typeBody};
  }
  > span:first-child {
    display: grid;
    color: ${vars.positive};
  }
  &:not([data-state='done']) > span:first-child {
    width: 24px;
    height: 24px;
    border: 2px solid ${vars.borderControl};
    border-radius: 50%;
  }
`;

const texts: Record<StepName, { title: MessageId; body: MessageId; action: MessageId; target: LinkTarget }> = {
  identity: {
    title: 'onboarding.identity',
    body: 'onboarding.identity.body',
    action: 'onboarding.identity.action',
    target: { to: '/account-info' },
  },
  money: {
    title: 'onboarding.money',
    body: 'onboarding.money.body',
    action: 'onboarding.money.action',
    target: { to: '/fiat-deposit' },
  },
  authenticator: {
    title: 'onboarding.authenticator',
    body: 'onboarding.authenticator.body',
    action: 'onboarding.authenticator.action',
    target: { to: '/security-setting' },
  },
  recipient: {
    title: 'onboarding.recipient',
    body: 'onboarding.recipient.body',
    action: 'onboarding.recipient.action',
    target: { to: '/recipients' },
  },
};

/** First steps of a new customer and their progress. Renders nothing once all are done. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  const t = useTranslate();
  const id = useId();
  const done = steps.filter(({ state }) => state === 'done').length;
  if (done === steps.length) return null;
  const next = nextStep(steps);
  return (
    <Card as="section" aria-labelledby={id}>
      <Body>
        <Head>
          <h2 id={id}>{t('onboarding.title')}</h2>
          <p>{t('onboarding.progress', { done, all: steps.length })}</p>
          <Progress aria-hidden>
            <span style={{ width: `${(done / steps.length) * 100}%` }} />
          </Progress>
        </Head>
        <ul>
          {steps.map((step) => (
            <StepRow key={step.name} step={step} isNext={step.name === next} />
          ))}
        </ul>
      </Body>
    </Card>
  );
}

function StepRow({ step: { name, state }, isNext }: { step: Step; isNext: boolean }) {
  const t = useTranslate();
  const { title, body, action, target } = texts[name];
  return (
    <Row data-state={state}>
      <span>{state === 'done' && <Icon name="check" label={t('onboarding.done')} />}</span>
      <div>
        <strong>{t(title)}</strong>
        {state !== 'done' && <small>{t(state === 'locked' ? 'onboarding.locked' : body)}</small>}
      </div>
      {state === 'open' && (
        <ButtonLink {...target} variant={isNext ? 'primary' : 'secondary'} isDense>
          {t(action)}
          <VisuallyHidden> · {t(title)}</VisuallyHidden>
        </ButtonLink>
      )}
    </Row>
  );
}
