import { keyframes, styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface SkeletonProps {
  /** CSS width. @default '100%' */
  width?: string | undefined;
  /** CSS height; that of what comes, so that nothing moves. @default '1.5rem' */
  height?: string | undefined;
  /** A disc, where one comes: an icon of a currency. @default false */
  isRound?: boolean | undefined;
}

const breathe = keyframes`
  50% { opacity: .5; }
`;
const Bar = styled.span`
  display: block;
  width: var(--skeleton-width);
  height: var(--skeleton-height);
  max-width: 100%;
  border-radius: ${vars.radiusChip};
  background: ${vars.sunken};
  animation: ${breathe} 1.6s ease-in-out infinite;

  &[data-round] {
    border-radius: 50%;
  }
`;

/** Holds the place of what is loading. */
export function Skeleton({ width = '100%', height = '1.5rem', isRound }: SkeletonProps) {
  return (
    <Bar
      aria-hidden
      data-round={isRound ? '' : undefined}
      style={{ '--skeleton-width': width, '--skeleton-height': height }}
    />
  );
}
