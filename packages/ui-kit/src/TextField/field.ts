import { styled } from 'styled-components';
import { vars } from '../tokens.js';

/** The parts that every kind of field is made of, so that all of them line up. */
export const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space2};
`;
export const Label = styled.label`
  font: ${vars.typeLabel};
  color: ${vars.fg};
`;
export const Hint = styled.p`
  font: ${vars.typeCaption};
  color: ${vars.fgMuted};
`;
export const ErrorText = styled.p`
  display: flex;
  gap: ${vars.space2};
  font: ${vars.typeCaption};
  color: ${vars.negative};
`;
export const Box = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  min-height: ${vars.sizeControl};
  border: 1px solid ${vars.borderControl};
  border-radius: ${vars.radiusControl};
  background: ${vars.surface};

  &:focus-within {
    border-color: ${vars.focus};
    outline: 2px solid ${vars.focus};
    outline-offset: 1px;
  }
  &[data-invalid] {
    border-color: ${vars.negative};
  }
`;
export const Input = styled.input`
  flex: 1;
  width: 100%;
  min-width: 0;
  min-height: 42px;
  padding: ${vars.space3} ${vars.space4};
  border: 0;
  border-radius: inherit;
  background: transparent;
  font: ${vars.typeBody};

  &:focus {
    outline: none;
  }
  &::placeholder {
    color: ${vars.fgSubtle};
  }
  &[data-numeric] {
    font-variant-numeric: tabular-nums lining-nums;
  }
`;
