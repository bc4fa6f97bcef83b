import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../Button/index.js';
import { Notice } from './index.js';

const meta = {
  title: 'Components/Notice',
  component: Notice,
  args: { tone: 'info', children: 'Code sent to •••• 4567. It is valid for 5 minutes.' },
} satisfies Meta<typeof Notice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = {};
/** For a part of a page that can't be shown. Several neutral notices do not alarm customers. */
export const Neutral: Story = {
  args: {
    tone: 'neutral',
    children: 'Your balances could not be loaded. They are unchanged.',
    action: (
      <Button variant="secondary" isDense>
        Try again
      </Button>
    ),
  },
};
export const Positive: Story = { args: { tone: 'positive', children: 'Your identity is verified.' } };
export const Warning: Story = { args: { tone: 'warning', children: 'Your identity is being checked.' } };
export const Negative: Story = {
  args: { tone: 'negative', children: 'Your withdrawal failed. The money is back in your wallet.' },
};
