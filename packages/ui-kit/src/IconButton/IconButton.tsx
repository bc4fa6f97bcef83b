import type { ButtonHTMLAttributes, Ref } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'style' | 'className' | 'children' | 'aria-label'
> {
  icon: IconName;
  /** Accessible name of the action; not visible. */
  label: string;
  /** Icon size in pixels. The button itself always has a sufficient target size. @default 24 */
  size?: number | undefined;
  /** Shows a disc with a border, for a button alone between two elements that it affects. @default false */
  isFramed?: boolean | undefined;
  /** 36 px instead of 44, for dense rows. @default false */
  isDense?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const Base = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: ${vars.radiusControl};
  background: transparent;
  color: ${vars.fgMuted};
  cursor: pointer;

  &:hover {
    color: ${vars.fg};
  }
  &[data-dense] {
    width: ${vars.sizeControlDense};
    height: ${vars.sizeControlDense};
  }
  &[data-framed] {
    border: 1px solid ${vars.borderControl};
    border-radius: 50%;
    background: ${vars.surface};
    color: ${vars.accentFg};
  }
  &[data-framed]:hover {
    background: ${vars.accentWash};
  }
`;

/** A common action with a well-known icon: close, show, copy. Use a Button with a label for other actions. */
export function IconButton({ icon, label, size, isFramed, isDense, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Base
      {...rest}
      type={type}
      aria-label={label}
      data-framed={isFramed ? '' : undefined}
      data-dense={isDense ? '' : undefined}
    >
      <Icon name={icon} size={size} />
    </Base>
  );
}
