import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { NavMenu, NavMenuLink } from './index.js';

const meta = {
  title: 'Components/NavMenu',
  component: NavMenu,
  args: {
    label: 'Wallet',
    children: (
      <>
        <NavMenuLink href="#wallet">Wallet</NavMenuLink>
        <NavMenuLink href="#bank-account">Bank account</NavMenuLink>
      </>
    ),
  },
} satisfies Meta<typeof NavMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Opens by keyboard, closes on Escape, and returns focus. */
export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Wallet' });
    trigger.focus();
    await userEvent.keyboard('{Enter}');
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    await expect(canvas.getByRole('link', { name: 'Wallet' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(trigger).toHaveFocus();
    await expect(canvas.queryByRole('link')).toBeNull();
  },
};
export const IconOnly: Story = { args: { icon: 'user', isLabelHidden: true } };
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Wallet' }));
    await expect(canvas.getByRole('link', { name: 'Bank account' })).toBeVisible();
  },
};
/** The main action of a screen with several targets. */
export const Primary: Story = { args: { label: 'Move money', variant: 'primary' } };
export const Secondary: Story = { args: { label: 'Withdraw', variant: 'secondary' } };
/** An item of a navigation bar at the bottom of a phone. Its list is a sheet above the bar. */
export const InABar: Story = { args: { label: 'Move', icon: 'swap', placement: 'bar' } };
