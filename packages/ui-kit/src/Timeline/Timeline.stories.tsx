import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { Timeline } from './index.js';

const meta = {
  title: 'Components/Timeline',
  component: Timeline,
  args: {
    entries: [
      { key: 'created', title: 'Processing', note: 'Nov 20, 2026, 09:44 · by you' },
      {
        key: 'rejected',
        title: 'Rejected',
        note: 'Nov 20, 2026, 10:02 · by Operations',
        detail: 'The name on the account differs from yours.',
      },
    ],
  },
} satisfies Meta<typeof Timeline>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    const [first, last] = canvas.getAllByRole('listitem');
    await expect(first).toHaveTextContent('ProcessingNov 20, 2026, 09:44 · by you');
    await expect(last).toHaveTextContent('The name on the account differs from yours.');
  },
};
