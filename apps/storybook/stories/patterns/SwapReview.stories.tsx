import { ApiError } from '@wusd/api-sdk/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SwapReview } from '@wusd/web/features/swap/SwapReview.tsx';
import { expect, fn } from 'storybook/test';
import { inColumn } from './column.tsx';

const inFiveMinutes = (): string => new Date(Date.now() + 300_000).toISOString();
const charge = { name: 'charge' as const, money: { currency: 'THB' as const, amount: '12.97' } };
const quote = {
  pay: { currency: 'WUSD' as const, amount: '150.00' },
  receive: { currency: 'THB' as const, amount: '5175.07' },
  rate: '34.586946421752506',
  basisPoints: -25,
  fees: [charge],
  indicative: false,
  asOf: '2026-03-01T08:00:00.000Z',
};
const review = {
  blockers: [],
  checkGroups: [],
  sends: quote.pay,
  fees: quote.fees,
  receives: quote.receive,
  arrivesBy: '2026-03-01T08:00:05.000Z',
  expiresAt: inFiveMinutes(),
};

const meta = {
  title: 'Patterns/Swap review',
  decorators: [inColumn],
  component: SwapReview,
  args: {
    quote,
    review,
    isExpired: false,
    isRenewing: false,
    failure: undefined,
    onConfirm: fn(),
    onRenew: fn(),
    onChange: fn(),
  },
} satisfies Meta<typeof SwapReview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText('1 WUSD = 34.58694642 THB')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Confirm and verify' }));
    await expect(args.onConfirm).toHaveBeenCalledOnce();
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };

/** There is no charge, and the desk must approve the order first. */
export const Approval: Story = {
  args: {
    review: {
      ...review,
      sends: { currency: 'WUSD', amount: '300000.00' },
      receives: { currency: 'USD', amount: '300000.00' },
      fees: [],
      holds: [
        {
          reasonCode: 'needs-approval',
          message: 'Orders of this size are approved by our desk, at the rate you agreed to.',
          who: 'Operations',
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/approved by our desk/)).toBeVisible();
  },
};

/** A rebate is in the customer's favour. */
export const Rebate: Story = {
  args: { review: { ...review, fees: [{ ...charge, name: 'rebate' }] } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Rebate, added to what you receive')).toBeVisible();
  },
};

export const Expired: Story = {
  args: { review: { ...review, expiresAt: '2020-01-01T00:00:00.000Z' }, isExpired: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Get new rate' }));
    await expect(args.onRenew).toHaveBeenCalledOnce();
    await expect(canvas.queryByRole('button', { name: 'Confirm and verify' })).toBeNull();
  },
};

const renewed = (amount: string, rate: string) => {
  const receive = { ...quote.receive, amount };
  return {
    quote: { ...quote, quoteId: 'quo_01hqxyz0000000000001', receive, rate },
    review: { ...review, receives: receive },
    earlier: quote,
  };
};

/** The new rate was requested on the page and needs another confirmation. */
export const RenewedBetter: Story = {
  args: renewed('5180.00', '34.6199'),
  play: async ({ args, canvas }) => {
    await expect(canvas.getByText('New rate: you receive 4.93 THB more')).toBeVisible();
    await expect(args.onConfirm).not.toHaveBeenCalled();
  },
};
export const RenewedWorse: Story = {
  args: renewed('5170.00', '34.5530'),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('New rate: you receive 5.07 THB less')).toBeVisible();
  },
};
export const RenewedWorseChineseDark: Story = {
  args: renewed('5170.00', '34.5530'),
  globals: { language: 'zh_CN', theme: 'dark' },
};
export const RenewedSame: Story = { args: renewed('5175.07', '34.586946421752506') };

export const NoNewRate: Story = {
  args: {
    ...Expired.args,
    failure: new ApiError(
      'POST /otc/get-otc-rate',
      503,
      '00011',
      'Rates can’t be shown right now. Try again soon.',
      {},
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Rates can’t be shown right now.');
  },
};
