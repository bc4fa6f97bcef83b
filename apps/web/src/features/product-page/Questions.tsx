import type { MessageId } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr);
  gap: ${vars.space8};

  details {
    border-bottom: 1px solid ${vars.border};
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${vars.space5};
    min-height: 64px;
    font: ${vars.typeHeadline};
    cursor: pointer;
    list-style: none;

    &::-webkit-details-marker {
      display: none;
    }
    &::after {
      flex: none;
      width: 10px;
      height: 10px;
      margin-inline-end: ${vars.space2};
      border: solid ${vars.fgMuted};
      border-width: 0 2px 2px 0;
      transform: rotate(45deg) translate(-2px, -2px);
      content: '';
    }
  }
  details:first-child summary {
    min-height: 40px;
  }
  [open] > summary::after {
    transform: rotate(225deg) translate(-4px, -4px);
  }
  details p {
    max-width: 64ch;
    padding-bottom: ${vars.space6};
    color: ${vars.fgMuted};
  }
  @media (max-width: 991px) {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
`;

const questions: [question: MessageId, answer: MessageId][] = [
  ['home.faq.what.question', 'home.faq.what.answer'],
  ['home.faq.cost.question', 'home.faq.cost.answer'],
  ['home.faq.time.question', 'home.faq.time.answer'],
  ['home.faq.who.question', 'home.faq.who.answer'],
  ['home.faq.lost.question', 'home.faq.lost.answer'],
];

/** Questions of visitors before they open an account. The first answer is open, to show that the others expand. */
export function Questions() {
  const t = useTranslate();
  return (
    <Two>
      <h2>{t('home.faq.title')}</h2>
      <div>
        {questions.map(([question, answer], index) => (
          <details key={question} open={index === 0}>
            <summary>{t(question)}</summary>
            <p>{t(answer)}</p>
          </details>
        ))}
      </div>
    </Two>
  );
}
