import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { CurrencyIcon } from '../CurrencyIcon/index.js';
import { SelectField } from './index.js';

const meta = {
  title: 'Components/SelectField',
  component: SelectField,
  args: {
    label: 'Currency',
    options: [
      { value: 'WUSD', label: 'WUSD' },
      { value: 'USD', label: 'USD' },
    ],
  },
} satisfies Meta<typeof SelectField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const WithIcon: Story = { args: { leading: <CurrencyIcon currency="WUSD" size={24} /> } };
export const Bare: Story = {
  args: { isBare: true, isLabelHidden: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText('Currency'), 'USD');
    await expect(canvas.getByLabelText('Currency')).toHaveValue('USD');
  },
};

/** Nothing is preselected. A screen reader announces the error with the field. */
export const Unchosen: Story = {
  args: { label: 'Nationality', placeholder: 'Choose…', defaultValue: '', error: 'Nationality is required' },
  play: async ({ canvas }) => {
    const field = canvas.getByLabelText('Nationality');
    await expect(field).toHaveValue('');
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription('Nationality is required');
  },
};
