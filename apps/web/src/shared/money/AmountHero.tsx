import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';

/** The main amount of a page, above its details. */
export const AmountHero = styled.p`
  font: ${vars.typeAmountHero};
  font-variant-numeric: tabular-nums;
  overflow-wrap: break-word;
`;
