import type { Meta, StoryObj } from '@storybook/react-vite';
import { FiatWithdrawReview } from '@wusd/web/features/fiat/FiatWithdrawReview.tsx';
import { expect, fn } from 'storybook/test';
import { inColumn } from './column.tsx';

const account = {
  id: 'bnk_1',
  fields: {
    label: 'Salary',
    beneficiaryName: 'Mei Tan',
    beneficiaryAddress: '1 Raffles Place',
    accountNumber: '0721234567',
    bankName: 'DBS',
    country: 'SG',
    currency: 'SGD' as const,
    rail: 'SWIFT' as const,
    swiftCode: 'DBSSSGSG',
    purposeOfTransfer: 'Own funds',
  },
  status: 'active' as const,
  isDefault: true,
  createTime: '2026-02-01T08:00:00.000Z',
  lastUsedAt: '2026-02-20T03:15:00.000Z',
  timeline: [],
  nextMoves: [],
};
const review = {
  blockers: [],
  checkGroups: [],
  sends: { currency: 'SGD' as const, amount: '275.00' },
  fees: [{ name: 'bank fee' as const, money: { currency: 'SGD' as const, amount: '25.00' } }],
  receives: { currency: 'SGD' as const, amount: '250.00' },
  arrivesBy: '2026-03-03T08:00:00.000Z',
};

const meta = {
  title: 'Patterns/Fiat withdraw review',
  decorators: [inColumn],
  component: FiatWithdrawReview,
  args: { account, from: 'DBS', purpose: undefined, review, onConfirm: fn(), onChange: fn() },
} satisfies Meta<typeof FiatWithdrawReview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('img', { name: '0721234567' })).toBeVisible();
    await expect(canvas.getByText('Own funds')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw 250.00 SGD' }));
    await expect(args.onConfirm).toHaveBeenCalledOnce();
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };

/** To an IBAN that was saved today, without a fee and with a custom reference. */
export const NewAccount: Story = {
  args: {
    account: {
      ...account,
      fields: {
        label: 'Sparkasse',
        beneficiaryName: 'Mei Tan',
        iban: 'DE89370400440532013000',
        country: 'DE',
        currency: 'EUR',
        rail: 'SEPA',
      },
    },
    from: 'Banque de la Moselle',
    purpose: 'Rent',
    review: {
      ...review,
      fees: [],
      holds: [
        {
          reasonCode: 'new-destination',
          message: 'This account was saved or changed less than 24 hours ago. You can cancel until then.',
          who: 'system',
          until: '2026-03-02T08:00:00.000Z',
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'DE89370400440532013000' })).toBeVisible();
    await expect(canvas.getByText('Rent')).toBeVisible();
    await expect(canvas.getByText(/It leaves at/)).toBeVisible();
  },
};

/** The recipient is still loading. */
export const Loading: Story = { args: { account: undefined } };
