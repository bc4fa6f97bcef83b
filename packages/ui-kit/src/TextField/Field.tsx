import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../Icon/index.js';
import { vars } from '../tokens.js';

export const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space2};
`;
export const Label = styled.label`
  font: ${vars.typeLabel};
  color: ${vars.fg};
`;
const Hint = styled.p`
  font: ${vars.typeCaption};
  color: ${vars.fgMuted};
`;
const ErrorText = styled.p`
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
/** A box that can omit its outline, for use inside another field. */
export const Frame = styled(Box)`
  &[data-bare] {
    border-color: transparent;
    background: transparent;
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

export interface FieldProps {
  /** Id of the inner control. */
  id: string;
  label: string;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** Layout of every field: label above, control in its box, hint and error below. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <Root>
      <Label htmlFor={id}>{label}</Label>
      <Box data-invalid={error === undefined ? undefined : ''}>{children}</Box>
      <Notes id={id} hint={hint} error={error} />
    </Root>
  );
}

/** Hint and error below a control. */
export function Notes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error !== undefined && (
        <ErrorText id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </ErrorText>
      )}
    </>
  );
}

/** Links a control to its hint and error, so that screen readers announce them together. */
export function fieldState(id: string, hint: ReactNode, error: string | undefined) {
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return { id, 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': describedBy || undefined };
}
