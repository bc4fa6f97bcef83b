import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, fn } from 'storybook/test';
import { Button } from '../Button/index.js';
import { DateRange } from './index.js';

const meta = {
  title: 'Components/DateRange',
  component: DateRange,
  args: { fromLabel: 'From', toLabel: 'To', from: '2026-03-01', to: '2026-03-31', onChange: fn() },
} satisfies Meta<typeof DateRange>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByLabelText('From')).toHaveAttribute('max', '2026-03-31');
    await expect(canvas.getByLabelText('To')).toHaveAttribute('min', '2026-03-01');
    await fireEvent.change(canvas.getByLabelText('To'), { target: { value: '2026-04-30' } });
    await expect(args.onChange).toHaveBeenLastCalledWith({ to: '2026-04-30' });
    await fireEvent.change(canvas.getByLabelText('From'), { target: { value: '' } });
    await expect(args.onChange).toHaveBeenLastCalledWith({ from: '' });
  },
};
export const Open: Story = {
  args: { from: '', to: '' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('From')).not.toHaveAttribute('max');
    await expect(canvas.getByLabelText('To')).not.toHaveAttribute('min');
  },
};
export const WithError: Story = {
  args: { from: '2026-04-30', to: '2026-03-01', error: 'The first day is after the last.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('From')).toHaveAccessibleDescription('The first day is after the last.');
  },
};
export const WithAction: Story = { args: { action: <Button variant="secondary">Clear</Button> } };
