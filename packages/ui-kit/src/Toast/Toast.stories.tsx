import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor, within } from 'storybook/test';
import { ToastRegion } from './index.js';

const meta = {
  title: 'Components/Toast',
  component: ToastRegion,
  args: {
    toasts: [
      { id: '1', text: 'Copied 123456' },
      { id: '2', text: 'Request failed', tone: 'negative' },
    ],
    onDismiss: fn(),
    closeLabel: 'Close',
    duration: 1e9,
  },
} satisfies Meta<typeof ToastRegion>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A failure interrupts the screen reader; other messages wait. */
export const Both: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Request failed');
    await expect(canvas.getByRole('status')).toHaveTextContent('Copied 123456');
    await userEvent.click(within(canvas.getByRole('status')).getByRole('button', { name: 'Close' }));
    await expect(args.onDismiss).toHaveBeenCalledWith('1');
  },
};

/** Disappears automatically, but not while it is hovered or focused. */
export const Passing: Story = {
  args: { toasts: [{ id: '1', text: 'Copied 123456' }], duration: 50 },
  play: async ({ args }) => {
    await waitFor(() => expect(args.onDismiss).toHaveBeenCalledWith('1'));
  },
};
