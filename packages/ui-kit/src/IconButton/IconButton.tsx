import type { ButtonHTMLAttributes, Ref } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'style' | 'className' | 'children' | 'aria-label'
> {
  icon: IconName;
  /** What it does; said, not shown. */
  label: string;
  /** Pixels of the icon; the button itself is always large enough to hit. @default 24 */
  size?: number | undefined;
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
`;

/** An act so common that its icon says it: close, show, copy. Anything else is a Button with words. */
export function IconButton({ icon, label, size, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Base {...rest} type={type} aria-label={label}>
      <Icon name={icon} size={size} />
    </Base>
  );
}
