import { keyframes, styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface SkeletonProps {
  /** CSS width. @default '100%' */
  width?: string | undefined;
  /** CSS height; that of what comes, so that nothing moves. @default '1.5rem' */
  height?: string | undefined;
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
`;

/** Holds the place of what is loading. */
export function Skeleton({ width = '100%', height = '1.5rem' }: SkeletonProps) {
  return <Bar aria-hidden style={{ '--skeleton-width': width, '--skeleton-height': height }} />;
}
