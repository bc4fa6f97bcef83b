import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { PasswordField, TextField } from './index.js';

const meta = {
  title: 'Components/TextField',
  component: TextField,
  args: { label: 'Email' },
} satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const WithHint: Story = { args: { hint: 'The address of your account' } };
export const Numeric: Story = {
  args: {
    label: 'Amount',
    isNumeric: true,
    defaultValue: '1,250.00',
    trailing: <span style={{ paddingInlineEnd: 12 }}>WUSD</span>,
  },
};

/** A screen reader announces the error with the field. */
export const Invalid: Story = {
  args: { error: 'Enter an email address such as name@example.com', defaultValue: 'mei@' },
  play: async ({ canvas }) => {
    const field = canvas.getByLabelText('Email');
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription('Enter an email address such as name@example.com');
  },
};

export const Password: Story = {
  render: () => (
    <PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" defaultValue="correct horse" />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show password' }));
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await userEvent.click(canvas.getByRole('button', { name: 'Hide password' }));
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'password');
  },
};
