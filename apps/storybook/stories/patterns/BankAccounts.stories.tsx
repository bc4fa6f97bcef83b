import type { Meta, StoryObj } from '@storybook/react-vite';
import { BankAccountCard } from '@wusd/web/features/bank-accounts/BankAccountCard.tsx';
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
  isDefault: false,
  createTime: '2026-02-01T08:00:00.000Z',
  lastUsedAt: '2026-02-20T03:15:00.000Z',
  timeline: [],
  nextMoves: [{ to: 'pending delete', who: 'customer' as const }],
};

const meta = {
  title: 'Patterns/Saved bank account',
  decorators: [inColumn],
  component: BankAccountCard,
  args: { account, onDefault: fn(), onDelete: fn(), canEdit: false },
} satisfies Meta<typeof BankAccountCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Active: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Make default: Salary' }));
    await expect(args.onDefault).toHaveBeenCalledOnce();
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Salary' }));
    await expect(args.onDelete).toHaveBeenCalledOnce();
  },
};
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };
export const DefaultWithIban: Story = {
  args: {
    account: {
      ...account,
      isDefault: true,
      fields: {
        label: 'Euro',
        beneficiaryName: 'Mei Tan',
        iban: 'DE89370400440532013000',
        country: 'DE',
        currency: 'EUR',
        rail: 'SEPA',
      },
    },
    onDefault: undefined,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('DE89370400440532013000')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /default/ })).toBeNull();
  },
};
