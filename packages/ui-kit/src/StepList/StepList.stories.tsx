import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { StepList } from './index.js';

const meta = {
  title: 'Components/StepList',
  component: StepList,
  args: {
    label: 'What happens next',
    steps: [
      { title: 'Open the link', body: 'We sent it to me***i@example.com. It is valid for 24 hours.' },
      { title: 'We check who you are', body: 'Usually within minutes, at most 2 business days.' },
      { title: 'Move money', body: 'Deposits, withdrawals and swaps open.' },
    ],
  },
  // The titles are headings of level three, so the page needs headings above them.
  decorators: [
    (Story) => (
      <>
        <h2 style={{ marginBottom: 24 }}>What happens next</h2>
        <Story />
      </>
    ),
  ],
} satisfies Meta<typeof StepList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(3);
  },
};

/** Beside a form, where there is no room for headings. */
export const Sentences: Story = {
  args: {
    steps: [
      { title: 'You review the rate and the fee.' },
      { title: 'You enter one code.' },
      { title: 'We show it here as it moves on.' },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryAllByRole('heading', { level: 3 })).toHaveLength(0);
  },
};
