import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { Button } from '../Button/index.js';
import { Dialog, type DialogProps } from './index.js';

function Example({ onClose, role }: { onClose: (() => void) | undefined; role: DialogProps['role'] }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Log out</Button>
      <Dialog
        isOpen={isOpen}
        onClose={role === 'alertdialog' ? undefined : close}
        role={role}
        title="Log out of WUSD Wallet?"
        actions={<Button onClick={close}>Log out</Button>}
      >
        This ends your session in every tab of this browser.
      </Dialog>
    </>
  );
}

const meta = {
  title: 'Components/Dialog',
  component: Dialog,
  args: { isOpen: false, title: 'Log out of WUSD Wallet?', children: '', actions: null, onClose: fn() },
  render: ({ onClose, role }) => <Example onClose={onClose} role={role} />,
} satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Opens with focus inside, closes on Escape, and returns focus. */
export const Question: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const opener = canvas.getByRole('button', { name: 'Log out' });
    await userEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Log out of WUSD Wallet?' });
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(args.onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(opener).toHaveFocus());
  },
};

/** Requires an answer: Escape has no effect. */
export const Alert: Story = {
  args: { role: 'alertdialog' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Log out' }));
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    await expect(screen.getByRole('alertdialog')).toBeVisible();
  },
};
