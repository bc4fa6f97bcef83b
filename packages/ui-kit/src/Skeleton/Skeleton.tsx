import { keyframes, styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface SkeletonProps {
  /** CSS width. @default '100%' */
  width?: string | undefined;
  /** CSS height. Use the height of the loaded content, so that nothing moves. @default '1.5rem' */
  height?: string | undefined;
  /** Disc shape, for a currency icon. @default false */
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

/** Placeholder for content that is loading. */
export function Skeleton({ width = '100%', height = '1.5rem', isRound }: SkeletonProps) {
  return (
    <Bar
      aria-hidden
      data-round={isRound ? '' : undefined}
      style={{ '--skeleton-width': width, '--skeleton-height': height }}
    />
  );
}
