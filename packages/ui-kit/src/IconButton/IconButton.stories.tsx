import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { IconButton } from './index.js';

const meta = {
  title: 'Components/IconButton',
  component: IconButton,
  args: { icon: 'close', label: 'Close', onClick: fn() },
} satisfies Meta<typeof IconButton>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Has a sufficient target size (WCAG 2.2, 2.5.8) and an accessible name. */
export const Default: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Close' });
    await expect(button.getBoundingClientRect().width).toBeGreaterThanOrEqual(44);
    await userEvent.click(button);
    await expect(args.onClick).toHaveBeenCalledOnce();
  },
};
export const Small: Story = { args: { size: 16 } };
export const Framed: Story = { args: { icon: 'swap', label: 'Turn around', isFramed: true, size: 20 } };
/** In a line of text, such as the test mode banner. */
export const Dense: Story = { args: { isDense: true, size: 16 } };
