import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { Icon, type IconName } from '../Icon/index.js';
import { vars } from '../tokens.js';
import { useDisclosure } from './use-disclosure.js';

export interface NavMenuProps {
  /** Label of the button. */
  label: string;
  icon?: IconName | undefined;
  /** Hides the label visually. @default false */
  isLabelHidden?: boolean | undefined;
  /** Links and buttons. Pressing one closes the menu. */
  children: ReactNode;
  /** Edge that the menu is aligned to. @default 'start' */
  align?: 'start' | 'end' | undefined;
  /**
   * Button style: filled for the main action of a screen, outlined for others.
   *
   * @default undefined, a plain navigation item
   */
  variant?: 'primary' | 'secondary' | undefined;
  /**
   * `bar`: an item of a navigation bar at the bottom of the screen, with its list as a sheet above the bar.
   *
   * @default 'menu'
   */
  placement?: 'menu' | 'bar' | undefined;
}

const Root = styled.div`
  position: relative;

  &[data-placement='bar'] {
    position: static;
    flex: 1;
    min-width: 0;
  }
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
  &[data-variant='primary'] {
    background: ${vars.accent};
    color: ${vars.onAccent};

    &:hover,
    &[aria-expanded='true'] {
      background: ${vars.accentHover};
    }
  }
  &[data-variant='secondary'] {
    border: 1px solid ${vars.borderControl};
    background: ${vars.surface};
  }
  &[data-variant] {
    padding-inline: ${vars.space5} ${vars.space4};
    font: ${vars.typeHeadline};
  }
  &[data-placement='bar'] {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: ${vars.space1};
    width: 100%;
    height: 63px;
    padding: 0;
    border-radius: 0;
    background: transparent;
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};

    &[aria-expanded='true'] {
      color: ${vars.accentFg};
    }
    &:focus-visible {
      outline-offset: -2px;
    }
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
  &[data-placement='bar'] {
    position: fixed;
    inset: auto 0 calc(var(--bottom-bar, 64px) + env(safe-area-inset-bottom));
    max-height: calc(100dvh - 128px);
    padding: ${vars.space5};
    border-width: 1px 0 0;
    border-radius: ${vars.radiusDialog} ${vars.radiusDialog} 0 0;
    overflow-y: auto;
    box-shadow: ${vars.shadowDialog};
  }
`;

/**
 * Links behind a button. It is a disclosure, as WAI-ARIA recommends for navigation, not a `role=menu`. Escape closes it
 * and returns focus to the button. Moving focus out closes it too.
 */
export function NavMenu({ label, icon, isLabelHidden, children, align = 'start', variant, placement }: NavMenuProps) {
  const { id, isOpen, setOpen, root, trigger } = useDisclosure();
  return (
    <Root {...root} data-placement={placement}>
      <Trigger
        {...trigger}
        type="button"
        data-variant={variant}
        data-placement={placement}
        aria-label={isLabelHidden ? label : undefined}
      >
        {icon && <Icon name={icon} size={placement === 'bar' ? 24 : 20} />}
        {!isLabelHidden && label}
        {placement !== 'bar' && <Icon name="chevronDown" size={16} />}
      </Trigger>
      {isOpen && (
        <List id={id} data-align={align} data-placement={placement} onClick={() => setOpen(false)}>
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

/** A link to a page. */
export function NavMenuLink({ children, ...rest }: NavMenuLinkProps) {
  return <Item {...rest}>{children}</Item>;
}

export interface NavMenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'className'> {
  children: ReactNode;
}

/** An action or a setting among the links: a theme, a log-out. */
export function NavMenuButton({ children, ...rest }: NavMenuButtonProps) {
  return (
    <Item as="button" {...rest}>
      {children}
    </Item>
  );
}
