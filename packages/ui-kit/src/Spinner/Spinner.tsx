import { keyframes, styled } from 'styled-components';

export interface SpinnerProps {
  /** Said to assistive technology; without it the spinner is decoration. */
  label?: string | undefined;
}

const turn = keyframes`
  to { transform: rotate(1turn); }
`;

const Ring = styled.span`
  display: inline-block;
  width: 1.25em;
  height: 1.25em;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: ${turn} 0.8s linear infinite;
`;

/** Work of unknown length. Use a skeleton where the shape of what comes is known. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <Ring
      role={label === undefined ? undefined : 'status'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    />
  );
}
