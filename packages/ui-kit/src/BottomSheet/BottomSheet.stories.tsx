import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { Button } from '../Button/index.js';
import { BottomSheet } from './index.js';

const onAnswer = fn();
const meta = {
  title: 'Components/BottomSheet',
  component: BottomSheet,
  args: {
    label: 'Cookies',
    children: 'This site stores your language and theme in this browser.',
    actions: (
      <>
        <Button variant="secondary" onClick={() => onAnswer('necessary')}>
          Only necessary
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('all')}>
          Agree
        </Button>
      </>
    ),
  },
} satisfies Meta<typeof BottomSheet>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A named region, not a dialog: focus does not move. */
export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('region', { name: 'Cookies' })).toBeVisible();
    await expect(document.body).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: 'Agree' }));
    await expect(onAnswer).toHaveBeenLastCalledWith('all');
  },
};
