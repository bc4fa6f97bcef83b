import { Choice } from '@wusd/ui-kit/Choice';
import { Icon } from '@wusd/ui-kit/Icon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { hintOf, type Method, methods } from './methods.ts';
import type { CheckType } from './verification.machine.ts';

const Only = styled.p`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  overflow-wrap: break-word;

  svg {
    flex: none;
  }
  span {
    display: grid;
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  strong {
    color: ${vars.fg};
    font: ${vars.typeHeadline};
  }
`;

export interface MethodChoiceProps {
  offers: readonly Method[];
  chosen: CheckType;
  onChoose: (checkType: CheckType) => void;
}

/** Lets the customer choose a method of a group, or shows its only method. */
export function MethodChoice({ offers, chosen, onChoose }: MethodChoiceProps) {
  const t = useTranslate();
  const [first] = offers;
  if (offers.length > 1)
    return (
      <Choice
        legend={t('verify.choose')}
        value={String(chosen)}
        onChange={(value) => onChoose(Number(value) as CheckType)}
        options={offers.map((offer) => ({
          value: String(offer.checkType),
          label: t(methods[offer.checkType].label),
          icon: methods[offer.checkType].icon,
          hint: hintOf(offer, t),
        }))}
      />
    );
  return (
    <Only>
      <Icon name={methods[chosen].icon} size={24} />
      <span>
        <strong>{t(methods[chosen].label)}</strong>
        {first && hintOf(first, t)}
      </span>
    </Only>
  );
}
