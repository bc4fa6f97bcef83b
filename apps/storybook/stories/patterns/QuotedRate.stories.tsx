import type { Meta, StoryObj } from '@storybook/react-vite';
import { QuotedRate } from '@wusd/web/features/swap/QuotedRate.tsx';
import { expect } from 'storybook/test';
import { inColumn } from './column.tsx';

const rate = {
  quoteId: 'quo_01hqxyz0000000000000',
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
  args: { rate, earlier: undefined, quote: rate, isUsable: true, isUnavailable: false, isExpired: false, seconds: 24 },
} satisfies Meta<typeof QuotedRate>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Valid: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('timer')).toHaveTextContent('This rate is good for 0:24');
    await expect(canvas.getByText('Rate as of 16:00:00 Singapore time')).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('It is good for 30 seconds.');
  },
};

export const Expiring: Story = {
  args: { seconds: 9 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('10 seconds left at this rate.');
  },
};

export const ChargeExplained: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('How our charge is worked out'));
    await expect(canvas.getByText(/0\.25%, or 25 basis points/)).toBeVisible();
    await expect(canvas.getByText(/150\.00 WUSD is worth 5,188\.04 THB at this rate/)).toBeVisible();
  },
};

const withReceived = (amount: string, quoted: string) => ({
  ...rate,
  quoteId: 'quo_01hqxyz0000000000001',
  receive: { ...rate.receive, amount },
  rate: quoted,
});
const better = withReceived('5180.00', '34.6199');
const worse = withReceived('5170.00', '34.5530');

export const NewRateBetter: Story = {
  args: { earlier: rate, rate: better, quote: better },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'New rate: you receive 4.93 THB more' })).toHaveFocus();
    await expect(canvas.getByText('5,175.07 THB').tagName).toBe('S');
  },
};
export const NewRateWorse: Story = {
  args: { earlier: rate, rate: worse, quote: worse },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'New rate: you receive 5.07 THB less' })).toHaveFocus();
  },
};
export const NewRateThaiPhone: Story = {
  ...NewRateWorse,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: async () => {},
};
export const NewRateSame: Story = {
  args: { earlier: rate, rate: { ...rate, quoteId: 'quo_01hqxyz0000000000001' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'New rate: both amounts stay the same' })).toHaveFocus();
  },
};
export const ValidThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };

export const Expired: Story = {
  args: { quote: undefined, isExpired: true, seconds: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('This rate has expired.');
  },
};

/** A visitor gets no quote, so there is no countdown and no announcement. */
export const Indicative: Story = {
  args: { rate: { ...rate, indicative: true }, quote: { ...rate, indicative: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Indicative, at', { exact: false })).toBeVisible();
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  },
};

export const Unavailable: Story = { args: { rate: undefined, quote: undefined, isUnavailable: true } };
