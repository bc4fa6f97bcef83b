import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { TextAreaField } from './index.js';

const meta = {
  title: 'Components/TextAreaField',
  component: TextAreaField,
  args: { label: 'Your message', hint: 'At most 4,000 characters' },
} satisfies Meta<typeof TextAreaField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    const area = canvas.getByLabelText('Your message');
    await userEvent.type(area, 'One line{enter}and another');
    await expect(area).toHaveValue('One line\nand another');
    await expect(area).toHaveAccessibleDescription('At most 4,000 characters');
  },
};

/** A screen reader announces the error with the field. */
export const Invalid: Story = {
  args: { error: 'Write what it is about' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Your message')).toBeInvalid();
    await expect(canvas.getByLabelText('Your message')).toHaveAccessibleDescription(
      'At most 4,000 characters Write what it is about',
    );
  },
};
