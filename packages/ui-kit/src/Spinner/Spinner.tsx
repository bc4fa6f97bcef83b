import { keyframes, styled } from 'styled-components';

export interface SpinnerProps {
  /** Accessible name. Without it the spinner is decorative. */
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

/** Progress of unknown duration. Use a skeleton if the shape of the content is known. */
export function Spinner({ label }: SpinnerProps) {
  return (
    <Ring
      role={label === undefined ? undefined : 'status'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    />
  );
}
