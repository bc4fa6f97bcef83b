import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';
import { Choice, type ChoiceProps } from './index.js';

function Example(props: Omit<ChoiceProps, 'value' | 'onChange'>) {
  const [value, setValue] = useState<string | undefined>('sms');
  return <Choice {...props} value={value} onChange={setValue} />;
}

const meta = {
  title: 'Components/Choice',
  component: Choice,
  args: {
    legend: 'How do you want to receive the code?',
    value: 'sms',
    onChange: fn(),
    options: [
      { value: 'sms', label: 'SMS', hint: 'To •••• 4567', icon: 'phone' },
      { value: 'email', label: 'Email', hint: 'To mi***e@example.com', icon: 'mail' },
    ],
  },
  render: ({ legend, options }) => <Example legend={legend} options={options} />,
} satisfies Meta<typeof Choice>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Arrow keys change the selection, as in any group of radio buttons. */
export const Default: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: /SMS/ }));
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: /Email/ })).toBeChecked();
  },
};
