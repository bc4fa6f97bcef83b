import type { MessageId } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { useTranslate } from '../i18n/use-translate.ts';
import { Page } from '../layout/Page.tsx';
import { SideCard } from '../layout/SideCard.tsx';
import { useMedia } from '../state/use-media.ts';
import { SummarySlot } from './Summary.tsx';

const steps = ['details', 'review', 'verify', 'done'] as const;
export type PaymentStep = (typeof steps)[number];

/** Heading and number of lines of the summary beside a step. The review shows everything itself, so it has none. */
const summaries: Partial<Record<PaymentStep, { title: MessageId; lines: number }>> = {
  details: { title: 'guide.summary', lines: 6 },
  verify: { title: 'verify.payment', lines: 5 },
};

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${vars.space3};
  font: ${vars.typeLabel};

  li {
    padding-top: ${vars.space3};
    border-top: 4px solid ${vars.border};
    color: ${vars.fgMuted};
    overflow-wrap: anywhere;
  }
  [data-reached] {
    border-color: ${vars.accent};
  }
  [aria-current] {
    color: ${vars.fg};
    font: ${vars.typeHeadline};
  }
`;
const SideOnDesktop = styled.div`
  @media (max-width: 991px) {
    display: none;
  }
`;

/** Reserves the height of the lines, so that the layout does not shift. */
const Reserved = styled.div<{ $lines: number }>`
  min-height: ${({ $lines }) => $lines * 2.8}rem;
`;

export interface PaymentFrameProps {
  title: string;
  intro: string;
  step: PaymentStep;
  /** Note above the form about an ignored part of a link, or about an earlier payment. */
  note?: MessageId | undefined;
  /** Content below the summary. */
  side: ReactNode;
  children: ReactNode;
}

/**
 * Page layout of a payment: the list of steps, the current step, and beside it the summary that a `Summary` within the
 * step renders. Without room for a side column, the step shows the amounts itself.
 */
export function PaymentFrame({ title, intro, step, note, side, children }: PaymentFrameProps) {
  const t = useTranslate();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const summary = summaries[step];
  const isBeside = useMedia('(min-width: 992px)') && summary !== undefined;
  return (
    <Page
      title={title}
      width="flow"
      intro={intro}
      side={
        <>
          {isBeside && (
            <SideOnDesktop data-desktop-only="">
              <SideCard title={t(summary.title)}>
                <Reserved ref={setSlot} $lines={summary.lines} />
              </SideCard>
            </SideOnDesktop>
          )}
          {side}
        </>
      }
    >
      <Steps aria-label={t('guide.steps')}>
        {steps.map((each, index) => (
          <li
            key={each}
            data-reached={index <= steps.indexOf(step) ? '' : undefined}
            aria-current={each === step ? 'step' : undefined}
          >
            {t(`guide.step.${each}`)}
          </li>
        ))}
      </Steps>
      {note && step === 'details' && (
        <Notice tone="warning" role="status">
          {t(note)}
        </Notice>
      )}
      <SummarySlot value={isBeside ? slot : undefined}>{children}</SummarySlot>
    </Page>
  );
}
