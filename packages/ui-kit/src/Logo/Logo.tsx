import { styled } from 'styled-components';
import { vars } from '../tokens.js';

/** A coin balanced on a line: the peg. One path, legible at 16 px. */
export const markPath =
  'M12 1.500a7.750 7.750 0 1 1 0 15.500 7.750 7.750 0 0 1 0-15.500Zm0 3.250a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9ZM2 19.250h20v3H2Z';

export interface LogoProps {
  /** Text beside the mark. Without it, only the mark is shown. */
  wordmark?: string | undefined;
  /** Height of the mark in pixels. @default 28 */
  size?: number | undefined;
}

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${vars.space3};
  color: ${vars.fg};
  font: ${vars.typeTitle2};
  letter-spacing: -0.01em;
  white-space: nowrap;

  svg {
    color: ${vars.accent};
  }
`;

/** The mark with optional text. Decorative: the surrounding link needs its own accessible name. */
export function Logo({ wordmark, size = 28 }: LogoProps) {
  return (
    <Root>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable="false">
        <path d={markPath} fill="currentColor" fillRule="evenodd" />
      </svg>
      {wordmark}
    </Root>
  );
}
