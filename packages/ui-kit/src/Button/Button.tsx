import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { Spinner } from '../Spinner/index.js';
import { vars } from '../tokens.js';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  /** `primary` for the main action of a screen. @default 'primary' */
  variant?: ButtonVariant | undefined;
  /** Fills its container's width. @default false */
  isWide?: boolean | undefined;
  /** 36 px instead of 44, for dense rows. @default false */
  isDense?: boolean | undefined;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'className'> {
  /** Shows a spinner and ignores presses, without losing focus or width. @default false */
  isBusy?: boolean | undefined;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const look = css`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${vars.space3};
  min-height: ${vars.sizeControl};
  padding: ${vars.space3} ${vars.space5};
  border: 1px solid transparent;
  border-radius: ${vars.radiusControl};
  background: ${vars.accent};
  color: ${vars.onAccent};
  font: ${vars.typeHeadline};
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  touch-action: manipulation;
  transition: background-color ${vars.durationHover};

  &:hover {
    background: ${vars.accentHover};
  }
  &[data-variant='secondary'] {
    background: ${vars.surface};
    border-color: ${vars.borderControl};
    color: ${vars.fg};
  }
  &[data-variant='quiet'] {
    background: transparent;
    color: ${vars.accentFg};
  }
  &[data-variant='secondary']:hover,
  &[data-variant='quiet']:hover {
    background: ${vars.sunken};
  }
  &[data-variant='danger'] {
    background: ${vars.negativeWash};
    color: ${vars.negative};
    border-color: ${vars.negative};
  }
  &[data-wide] {
    width: 100%;
  }
  &[data-dense] {
    min-height: ${vars.sizeControlDense};
    padding: ${vars.space2} ${vars.space4};
    font: ${vars.typeLabel};
  }
  &:disabled {
    background: ${vars.sunken};
    border-color: transparent;
    color: ${vars.fgSubtle};
    cursor: not-allowed;
  }
`;

const Base = styled.button`
  ${look}

  &[aria-busy='true'] {
    cursor: progress;
  }
`;
const Anchor = styled.a`
  ${look}
`;
const Content = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${vars.space3};

  [aria-busy='true'] > & {
    /* Hiding it by visibility would take the name from the button. */
    opacity: 0;
  }
`;
const Busy = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`;

/** A button. Its label names the action: "Withdraw 1,250.00 SGD", not "OK". */
export function Button({ variant, isWide, isDense, isBusy, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <Base
      {...rest}
      type={type}
      data-variant={variant}
      data-wide={isWide ? '' : undefined}
      data-dense={isDense ? '' : undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <Content>{children}</Content>
      {isBusy && (
        <Busy>
          <Spinner />
        </Busy>
      )}
    </Base>
  );
}

export interface ButtonLinkProps extends Look, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'className'> {
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({ variant, isWide, isDense, children, ...rest }: ButtonLinkProps) {
  return (
    <Anchor {...rest} data-variant={variant} data-wide={isWide ? '' : undefined} data-dense={isDense ? '' : undefined}>
      {children}
    </Anchor>
  );
}
