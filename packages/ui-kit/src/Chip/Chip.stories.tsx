import type { Meta, StoryObj } from '@storybook/react-vite';
import { Chip } from './index.js';

const meta = {
  title: 'Components/Chip',
  component: Chip,
  args: { tone: 'neutral', icon: 'clock', children: 'Processing' },
} satisfies Meta<typeof Chip>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};
export const Positive: Story = { args: { tone: 'positive', icon: 'check', children: 'Completed' } };
export const Warning: Story = { args: { tone: 'warning', icon: 'clock', children: 'Pending verification' } };
export const Negative: Story = { args: { tone: 'negative', icon: 'alert', children: 'Rejected' } };
