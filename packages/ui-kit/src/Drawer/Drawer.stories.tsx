import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen } from 'storybook/test';
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
