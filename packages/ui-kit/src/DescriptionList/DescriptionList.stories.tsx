import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { DescriptionList } from './index.js';

const meta = {
  title: 'Components/DescriptionList',
  component: DescriptionList,
  args: {
    items: [
      { label: 'You send', value: '1,005.00 USD' },
      { label: 'Fee', value: '5.00 USD' },
      { label: 'Recipient gets', value: '1,000.00 USD', isStrong: true },
    ],
  },
} satisfies Meta<typeof DescriptionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('term')).toHaveLength(3);
    await expect(canvas.getAllByRole('definition')[2]).toHaveTextContent('1,000.00 USD');
  },
};

/** A value that is too long for the line moves to the next line and wraps. */
export const LongValue: Story = {
  args: { items: [{ label: 'Transaction', value: `0x${'4f1b'.repeat(16)}` }] },
};
