import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { Button, ButtonLink } from './index.js';

const meta = {
  title: 'Components/Button',
  component: Button,
  args: { children: 'Withdraw 1,250.00 SGD' },
} satisfies Meta<typeof Button>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};
export const Secondary: Story = { args: { variant: 'secondary', children: 'Cancel' } };
export const Quiet: Story = { args: { variant: 'quiet', children: 'Show exact amounts' } };
export const Danger: Story = { args: { variant: 'danger', children: 'Freeze account' } };
export const Disabled: Story = { args: { disabled: true, children: 'New code in 59 s' } };
export const Dense: Story = { args: { isDense: true, children: 'Try again' } };
export const Link: Story = { render: () => <ButtonLink href="#there">Open an account</ButtonLink> };

/** Busy ignores presses and keeps its name, its width and the focus. */
export const Busy: Story = {
  args: { isBusy: true, onClick: fn() },
  play: async ({ canvas, args, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Withdraw 1,250.00 SGD' });
    await userEvent.click(button);
    await expect(args.onClick).not.toHaveBeenCalled();
    await expect(button).toHaveFocus();
    await expect(button).toHaveAttribute('aria-busy', 'true');
  },
};
