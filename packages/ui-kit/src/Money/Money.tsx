import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface MoneyProps {
  /** Formatted for the language, e.g. `1,250.00`. This component does not format. */
  amount: string;
  currency: string;
  /** @default 'body' */
  size?: 'body' | 'headline' | 'hero' | undefined;
  /** Muted style, for an amount of zero. @default false */
  isMuted?: boolean | undefined;
}

const Root = styled.span`
  font: ${vars.typeBody};
  font-variant-numeric: tabular-nums lining-nums;
  white-space: nowrap;

  &[data-size='headline'] {
    font: ${vars.typeHeadline};
    font-variant-numeric: tabular-nums lining-nums;
  }
  &[data-size='hero'] {
    font: ${vars.typeAmountHero};
    white-space: normal;
    font-variant-numeric: tabular-nums lining-nums;
  }
  &[data-muted],
  small {
    color: ${vars.fgMuted};
  }
  small {
    font-size: 0.8em;
    font-weight: 400;
  }
`;

/** An amount with its currency code. The number is emphasised. */
export function Money({ amount, currency, size, isMuted }: MoneyProps) {
  return (
    <Root data-size={size} data-muted={isMuted ? '' : undefined}>
      {/* A space instead of a margin, for screen readers and for copying. */}
      {`${amount} `}
      <wbr />
      <small>{currency}</small>
    </Root>
  );
}
