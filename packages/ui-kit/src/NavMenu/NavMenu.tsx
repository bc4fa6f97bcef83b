import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';

export interface NavMenuProps {
  /** Word of the button. */
  label: string;
  icon?: IconName | undefined;
  /** The word is said, not shown. @default false */
  isLabelHidden?: boolean | undefined;
  /** Links and buttons. Pressing one closes the menu. */
  children: ReactNode;
  /** Edge it hangs from. @default 'start' */
  align?: 'start' | 'end' | undefined;
}

const Root = styled.div`
  position: relative;
`;
const Trigger = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${vars.space2};
  min-height: ${vars.sizeControl};
  padding-inline: ${vars.space4};
  border: 0;
  border-radius: ${vars.radiusControl};
  background: transparent;
  font: ${vars.typeLabel};
  cursor: pointer;

  &:hover,
  &[aria-expanded='true'] {
    background: ${vars.sunken};
  }
`;
const List = styled.div`
  position: absolute;
  top: calc(100% + 4px);
  inset-inline-start: 0;
  z-index: 30;
  display: grid;
  min-width: 220px;
  padding: ${vars.space3};
  border: 1px solid ${vars.border};
  border-radius: ${vars.radiusCard};
  background: ${vars.raised};
  box-shadow: ${vars.shadowPopover};

  &[data-align='end'] {
    inset-inline: auto 0;
  }
`;

/**
 * Links behind a button: a disclosure, as WAI-ARIA advises for navigation, not a `role=menu`. Escape closes it and gives the
 * focus back; leaving it closes it.
 */
export function NavMenu({ label, icon, isLabelHidden, children, align = 'start' }: NavMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    trigger.current?.focus();
  };
  const onBlur = (event: FocusEvent): void => {
    if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    <Root ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Trigger
        ref={trigger}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={isLabelHidden ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon name={icon} size={20} />}
        {!isLabelHidden && label}
        <Icon name="chevronDown" size={16} />
      </Trigger>
      {isOpen && (
        <List id={id} data-align={align} onClick={() => setOpen(false)}>
          {children}
        </List>
      )}
    </Root>
  );
}

const Item = styled.a`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
  min-height: ${vars.sizeControl};
  padding-inline: ${vars.space4};
  border: 0;
  border-radius: ${vars.radiusControl};
  background: transparent;
  color: ${vars.fg};
  font: ${vars.typeLabel};
  text-align: start;
  text-decoration: none;
  cursor: pointer;

  &:hover {
    background: ${vars.sunken};
  }
  &[aria-pressed='true'],
  &[aria-current='page'] {
    color: ${vars.accentFg};
  }
`;

export interface NavMenuLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'className'> {
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/** A place to go to. */
export function NavMenuLink({ children, ...rest }: NavMenuLinkProps) {
  return <Item {...rest}>{children}</Item>;
}

export interface NavMenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'className'> {
  children: ReactNode;
}

/** What is chosen or done among the places: a theme, a log-out. */
export function NavMenuButton({ children, ...rest }: NavMenuButtonProps) {
  return (
    <Item as="button" {...rest}>
      {children}
    </Item>
  );
}
