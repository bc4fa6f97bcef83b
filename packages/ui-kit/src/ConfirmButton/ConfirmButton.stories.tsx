import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor, within } from 'storybook/test';
import { ConfirmButton } from './index.js';

const meta = {
  title: 'Components/ConfirmButton',
  component: ConfirmButton,
  args: {
    isOffered: true,
    label: 'Cancel withdrawal',
    title: 'Cancel this withdrawal?',
    body: '1,005.00 USD return to your wallet.',
    cancelLabel: 'Keep it',
    isBusy: false,
    onConfirm: fn(),
  },
} satisfies Meta<typeof ConfirmButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Confirms: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Cancel withdrawal' });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this withdrawal?' });
    await expect(args.onConfirm).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel withdrawal' }));
    await expect(args.onConfirm).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  },
};

export const Dismissed: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Cancel withdrawal' });
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};
