import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';
import { CodeField, type CodeFieldProps } from './index.js';

function Example({ onComplete, error }: Pick<CodeFieldProps, 'onComplete' | 'error'>) {
  const [value, setValue] = useState('');
  return (
    <CodeField label="Verification code" value={value} onChange={setValue} onComplete={onComplete} error={error} />
  );
}

const meta = {
  title: 'Components/CodeField',
  component: CodeField,
  args: { label: 'Verification code', value: '', onChange: fn(), onComplete: fn() },
  render: ({ onComplete, error }) => <Example onComplete={onComplete} error={error} />,
} satisfies Meta<typeof CodeField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Invalid: Story = { args: { error: 'Incorrect Verification code. 4 tries left.' } };

/** Pasting a whole message keeps its digits. The sixth digit completes the code. */
export const Pasted: Story = {
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByLabelText('Verification code'));
    await userEvent.paste('Your code: 123 456.');
    await expect(canvas.getByLabelText('Verification code')).toHaveValue('123456');
    await expect(args.onComplete).toHaveBeenCalledWith('123456');
  },
};
