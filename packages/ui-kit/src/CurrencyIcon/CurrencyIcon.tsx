import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { markPath } from '../Logo/index.js';
import { vars } from '../tokens.js';

export interface CurrencyIconProps {
  /** Currency code, e.g. `USDC`. The icon is decorative; show the code as text beside it. */
  currency: string;
  /** Pixels. @default 32 */
  size?: number | undefined;
}

const Disc = styled.svg`
  flex: none;
  display: block;
  /* Not a clip path: that needs an id, which a document has once. */
  border-radius: 50%;
  overflow: hidden;

  .plain {
    fill: ${vars.sunken};
  }
  .rim {
    fill: none;
    stroke: ${vars.fg};
    stroke-opacity: 0.12;
  }
  text {
    fill: ${vars.fg};
    font-family: ${vars.fontSans};
    font-weight: 600;
    text-anchor: middle;
  }
`;

const unionJack = (
  <>
    <path fill="#1d2a6d" d="M0 0h32v32H0z" />
    <path stroke="#fff" strokeWidth="6" d="M0 0l32 32M32 0L0 32" />
    <path stroke="#c8202f" strokeWidth="2" d="M0 0l32 32M32 0L0 32" />
    <path stroke="#fff" strokeWidth="9" d="M16 0v32M0 16h32" />
    <path stroke="#c8202f" strokeWidth="5" d="M16 0v32M0 16h32" />
  </>
);
/** Stars, drawn as dots along a path at this size. */
const dots = (d: string, gap: number, width: number, color = '#fff'): ReactNode => (
  <path stroke={color} strokeWidth={width} strokeLinecap="round" strokeDasharray={`0 ${gap}`} d={d} />
);

/** Content of the disc: the flag of the currency's state, simplified for 24 pixels. */
const flags: Record<string, ReactNode> = {
  USD: (
    <>
      <path fill="#fff" d="M0 0h32v32H0z" />
      <path stroke="#b3242f" strokeWidth="32" strokeDasharray="2.460" d="M16 0v32" />
      <path fill="#2a356e" d="M0 0h16v17.200H0z" />
      {dots('M6 5h9M4 9h11M4 13h11', 4, 2)}
    </>
  ),
  EUR: (
    <>
      <path fill="#1f3f9c" d="M0 0h32v32H0z" />
      {dots('M16 7a9 9 0 1 1 0 18a9 9 0 1 1 0-18', 4.712, 2.6, '#ffd84a')}
    </>
  ),
  GBP: unionJack,
  AUD: (
    <>
      <path fill="#1d2a6d" d="M0 0h32v32H0z" />
      <g transform="scale(.5)">{unionJack}</g>
      {dots('M9 24h.1M24 7h.1M28 13h.1M20.500 14h.1M24 24h.1', 9, 3.2)}
    </>
  ),
  SGD: (
    <>
      <path fill="#fff" d="M0 16h32v16H0z" />
      <path fill="#d6293e" d="M0 0h32v16H0z" />
      <path fill="#fff" d="M11.500 3.500a5.200 5.200 0 1 0 0 9 6 6 0 0 1 0-9Z" />
      {dots('M17 4.800a3.200 3.200 0 1 1 0 6.400a3.200 3.200 0 1 1 0-6.400', 4.02, 1.8)}
    </>
  ),
  HKD: (
    <>
      <path fill="#d2232a" d="M0 0h32v32H0z" />
      {dots('M16 11.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9', 5.655, 5)}
    </>
  ),
  JPY: (
    <>
      <path fill="#fff" d="M0 0h32v32H0z" />
      <circle cx="16" cy="16" r="8" fill="#c4122f" />
    </>
  ),
  THB: (
    <>
      <path fill="#c8202f" d="M0 0h32v32H0z" />
      <path fill="#fff" d="M0 5.500h32v21H0z" />
      <path fill="#2b2f63" d="M0 10.700h32v10.600H0z" />
    </>
  ),
  WUSD: (
    <>
      <path fill="#3b3fe0" d="M0 0h32v32H0z" />
      <path fill="#fff" fillRule="evenodd" d={markPath} transform="translate(7.600 7) scale(.7)" />
    </>
  ),
  USDT: (
    <>
      <path fill="#1f8f74" d="M0 0h32v32H0z" />
      <path
        fill="#fff"
        d="M8 8.500h16v4h-5.800v1.700c4 .2 7 1 7 2.100s-3 1.900-7 2.100v6.100h-4.400v-6.100c-4-.2-7-1-7-2.100s3-1.900 7-2.100v-1.700H8Z"
      />
    </>
  ),
  USDC: (
    <>
      <path fill="#2467c4" d="M0 0h32v32H0z" />
      <path
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
        d="M12.500 6.600a10 10 0 0 0 0 18.800M19.500 6.600a10 10 0 0 1 0 18.800M16 9.500v13M19 13c-.3-1.200-1.400-2-3-2s-3 .9-3 2.300c0 3.400 6.200 1.800 6.200 5.300 0 1.500-1.400 2.400-3.200 2.400s-3-.9-3.200-2.200"
      />
    </>
  ),
};

/**
 * A disc with a flag or a coin. Shapes distinguish currencies without colour. An unknown currency shows its first
 * letters.
 */
export function CurrencyIcon({ currency, size = 32 }: CurrencyIconProps) {
  const flag = flags[currency];
  return (
    <Disc width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      {flag === undefined ? (
        <>
          <circle className="plain" cx="16" cy="16" r="16" />
          <text x="16" y="20.700" fontSize="13">
            {currency.slice(0, 2)}
          </text>
        </>
      ) : (
        flag
      )}
      <circle className="rim" cx="16" cy="16" r="15.500" />
    </Disc>
  );
}
