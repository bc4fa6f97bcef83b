import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/index.js';
import { EmptyState } from './index.js';

const meta = {
  title: 'Components/EmptyState',
  component: EmptyState,
  args: { icon: 'wallet', title: 'Nothing here yet', children: 'Your balances appear here as soon as money arrives.' },
} satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const WithAction: Story = { args: { action: <Button>Deposit</Button> } };
