import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { StatusChip } from './index.js';

const meta = {
  title: 'Components/StatusChip',
  component: StatusChip,
  args: { status: 'pending', children: 'Processing' },
} satisfies Meta<typeof StatusChip>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Pending: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Processing')).toHaveAttribute('data-tone', 'neutral');
  },
};
export const Attention: Story = { args: { status: 'attention', children: 'To be confirmed' } };
export const Success: Story = { args: { status: 'success', children: 'Completed' } };
export const Failure: Story = {
  args: { status: 'failure', children: 'Rejected' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Rejected')).toHaveAttribute('data-tone', 'negative');
  },
};
export const Cancelled: Story = { args: { status: 'cancelled', children: 'Cancelled' } };
