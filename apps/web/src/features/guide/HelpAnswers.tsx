import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

/** Help topics beside a form or a payment. */
export type HelpQuestion = 'cost' | 'network' | 'memo' | 'unusable' | 'cooldown' | 'intermediary' | 'held';

const Answers = styled.div`
  display: grid;
  font: ${vars.typeLabel};

  details {
    border-bottom: 1px solid ${vars.border};
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${vars.space3};
    min-height: ${vars.sizeControl};
    padding-block: ${vars.space3};
    cursor: pointer;
    list-style: none;

    &::-webkit-details-marker {
      display: none;
    }
    &:hover {
      color: ${vars.accentFg};
    }
    svg {
      flex: none;
      color: ${vars.fgMuted};
    }
  }
  [open] > summary svg {
    transform: rotate(180deg);
  }
  p {
    padding-bottom: ${vars.space4};
    color: ${vars.fgMuted};
    overflow-wrap: break-word;
  }
`;

/** Questions, each of which expands its answer. */
export function HelpAnswers({ questions }: { questions: readonly HelpQuestion[] }) {
  const t = useTranslate();
  return (
    <Answers>
      {questions.map((question) => (
        <details key={question}>
          <summary>
            {t(`help.${question}.question`)}
            <Icon name="chevronDown" size={16} />
          </summary>
          <p>{t(`help.${question}.answer`)}</p>
        </details>
      ))}
    </Answers>
  );
}
