import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { Button } from '../Button/index.js';
import { Drawer } from './index.js';

const meta = {
  title: 'Components/Drawer',
  component: Drawer,
  args: {
    isOpen: true,
    onClose: fn(),
    title: 'Sandbox',
    closeLabel: 'Close',
    children: 'What the outside world would do.',
  },
} satisfies Meta<typeof Drawer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  play: async ({ userEvent, args }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await expect(args.onClose).toHaveBeenCalledOnce();
  },
};

/** Mounted open, as after following a link to a transaction. Keyboard and screen readers can't reach the page below. */
export const MountedOpen: Story = {
  args: { isOpen: false },
  render: function Linked(args) {
    const [isHere, setHere] = useState(false);
    return (
      <>
        <Button onClick={() => setHere(true)}>Show the deposit</Button>
        {isHere && <Drawer {...args} isOpen />}
      </>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the deposit' }));
    await screen.findByRole('dialog', { name: 'Sandbox' });
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Show the deposit' })).toBeNull());
  },
};
