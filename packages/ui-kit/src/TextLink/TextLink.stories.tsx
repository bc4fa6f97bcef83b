import type { Meta, StoryObj } from '@storybook/react-vite';
import { TextLink } from './index.js';

const meta = {
  title: 'Components/TextLink',
  component: TextLink,
  args: { href: '#there', children: 'See all balances' },
} satisfies Meta<typeof TextLink>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Plain: Story = { args: { isPlain: true, children: 'Cold storage' } };
