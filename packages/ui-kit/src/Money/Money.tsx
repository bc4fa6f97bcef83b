import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface MoneyProps {
  /** Formatted for the language, e.g. `1,250.00`. Formatting is not this component's work. */
  amount: string;
  currency: string;
  /** @default 'body' */
  size?: 'body' | 'headline' | 'hero' | undefined;
  /** Quiet, for an amount that is zero. @default false */
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

/** An amount and its code. The number is what matters; the code is quieter. */
export function Money({ amount, currency, size, isMuted }: MoneyProps) {
  return (
    <Root data-size={size} data-muted={isMuted ? '' : undefined}>
      {/* A space, not a margin: for who listens, and for who copies it. */}
      {`${amount} `}
      <wbr />
      <small>{currency}</small>
    </Root>
  );
}
