import { styled } from 'styled-components';
import { markPath } from '../Logo/index.js';
import { vars } from '../tokens.js';

export interface CurrencyIconProps {
  /** Code of the currency, e.g. `USDC`. Decoration beside the code in text. */
  currency: string;
  /** Pixels. @default 32 */
  size?: number | undefined;
}

const glyphs: Record<string, string> = {
  USD: '$',
  SGD: 'S$',
  AUD: 'A$',
  HKD: 'HK$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  THB: '฿',
  USDT: '₮',
  USDC: '$',
};

const Disc = styled.svg`
  flex: none;
  fill: ${vars.fg};

  circle {
    fill: ${vars.sunken};
    stroke: ${vars.border};
  }
  &[data-kind='token'] circle {
    fill: ${vars.accentWash};
    stroke: ${vars.accentWash};
  }
  &[data-kind='token'] {
    fill: ${vars.accentFg};
  }
  text {
    font-family: ${vars.fontSans};
    font-weight: 600;
    text-anchor: middle;
  }
  .ring {
    fill: none;
    stroke: currentColor;
    color: ${vars.accentFg};
    stroke-width: 1.5;
  }
`;

const tokens = new Set(['WUSD', 'USDT', 'USDC']);

/** A disc with the currency's glyph, told apart by shape as well as colour. */
export function CurrencyIcon({ currency, size = 32 }: CurrencyIconProps) {
  const glyph = glyphs[currency] ?? currency.slice(0, 2);
  const fontSize = glyph.length > 2 ? 11 : glyph.length > 1 ? 13 : 17;
  return (
    <Disc
      width={size}
      height={size}
      viewBox="0 0 32 32"
      data-kind={tokens.has(currency) ? 'token' : 'money'}
      aria-hidden
      focusable="false"
    >
      <circle cx="16" cy="16" r="15.500" />
      {currency === 'WUSD' ? (
        <path d={markPath} transform="translate(7.600 7) scale(.7)" fillRule="evenodd" />
      ) : (
        <text x="16" y={16 + fontSize * 0.36} fontSize={fontSize}>
          {glyph}
        </text>
      )}
      {currency === 'USDC' && (
        <path className="ring" d="M11 6.500a10.500 10.500 0 0 0 0 19 M21 6.500a10.500 10.500 0 0 1 0 19" />
      )}
    </Disc>
  );
}
