import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';

/** Stacks fields, none wider than the column. */
export const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space5};
`;
