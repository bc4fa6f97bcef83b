import type { Meta, StoryObj } from '@storybook/react-vite';
import { QuotedRate } from '@wusd/web/features/swap/QuotedRate.tsx';
import { expect } from 'storybook/test';
import { inColumn } from './column.tsx';

const rate = {
  pay: { currency: 'WUSD' as const, amount: '150.00' },
  receive: { currency: 'THB' as const, amount: '5175.07' },
  rate: '34.586946421752506',
  basisPoints: -25,
  fees: [{ name: 'charge' as const, money: { currency: 'THB' as const, amount: '12.97' } }],
  indicative: false,
  asOf: '2026-03-01T08:00:00.000Z',
};

const meta = {
  title: 'Patterns/Quoted rate',
  decorators: [inColumn],
  component: QuotedRate,
  args: { rate, quote: rate, isUnavailable: false, isExpired: false, seconds: 24 },
} satisfies Meta<typeof QuotedRate>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Valid: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('This rate is good for 0:24', { exact: false })).toBeVisible();
  },
};
export const ValidThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };

export const Expired: Story = {
  args: { quote: undefined, isExpired: true, seconds: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('This rate has expired.');
  },
};

/** A visitor gets no quote: nothing counts down, and nothing is announced. */
export const Indicative: Story = {
  args: { rate: { ...rate, indicative: true }, quote: { ...rate, indicative: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Indicative, at', { exact: false })).toBeVisible();
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  },
};

export const Unavailable: Story = { args: { rate: undefined, quote: undefined, isUnavailable: true } };
