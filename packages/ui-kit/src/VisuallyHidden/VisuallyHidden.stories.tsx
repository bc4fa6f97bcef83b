import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { VisuallyHidden } from './index.js';

const meta = {
  title: 'Components/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: 'WUSD available is now 12,730.50', role: 'status' },
} satisfies Meta<typeof VisuallyHidden>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Available to assistive technology, but invisible. */
export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('WUSD available');
    await expect(canvas.getByRole('status').getBoundingClientRect().width).toBeLessThanOrEqual(1);
  },
};
