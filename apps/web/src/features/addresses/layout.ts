import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';

export const Form = styled.form`
  display: grid;
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
export const Buttons = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
