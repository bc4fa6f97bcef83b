import type { Meta, StoryObj } from '@storybook/react-vite';
import { TransactionList } from '@wusd/web/shared/money/TransactionList.tsx';
import { expect, fn } from 'storybook/test';
import { inColumn, onCard } from './column.tsx';

const statuses = [
  'to be confirmed',
  'to be processed',
  'processing',
  'completed',
  'transferred manually',
  'failed',
  'rejected',
  'cancelled',
] as const;

const meta = {
  title: 'Patterns/Transaction list',
  decorators: [onCard, inColumn],
  component: TransactionList,
  args: {
    items: statuses.map((status, index) => ({
      id: `ftx_${index}`,
      amount: '1,250.00 SGD',
      status,
      note: 'Salary •••• 4567 · Mar 1, 2026, 16:00',
    })),
    onOpen: fn(),
  },
} satisfies Meta<typeof TransactionList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Transferred manually/ }));
    await expect(args.onOpen).toHaveBeenCalledWith('ftx_4');
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };
