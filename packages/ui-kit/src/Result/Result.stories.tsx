import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ButtonLink } from '../Button/index.js';
import { Result } from './index.js';

const meta = {
  title: 'Components/Result',
  component: Result,
  args: {
    icon: 'check',
    title: 'Withdrawal submitted',
    children: 'The recipient gets 1,000.00 USD by Nov 24.',
    action: <ButtonLink href="#wallet">Back to wallet</ButtonLink>,
  },
} satisfies Meta<typeof Result>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Success: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'Withdrawal submitted' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Back to wallet' })).toBeVisible();
  },
};
export const Pending: Story = { args: { icon: 'clock', title: 'Waiting for approval' } };
