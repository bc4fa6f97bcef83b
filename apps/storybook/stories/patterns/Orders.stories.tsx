import type { Meta, StoryObj } from '@storybook/react-vite';
import { OrderList } from '@wusd/web/features/orders/OrderList.tsx';
import { type OrderStatus, statuses } from '@wusd/web/shared/money/order-status.ts';
import { expect, fn } from 'storybook/test';
import { onCard } from './column.tsx';

const order = (status: OrderStatus, index: number) => ({
  id: `otc_${index}`,
  orderTime: '2026-03-01T08:00:00.000Z',
  updateTime: '2026-03-01T08:00:01.000Z',
  pay: { currency: 'WUSD' as const, amount: index === 0 ? '999999.99' : '150.00' },
  receive: { currency: 'THB' as const, amount: index === 0 ? '34586946.42' : '5175.07' },
  rate: '34.586946421752506',
  basisPoints: -25,
  fees: [],
  status,
  timeline: [],
  nextMoves: [],
});

const meta = {
  title: 'Patterns/Orders',
  decorators: [onCard],
  component: OrderList,
  args: { orders: (Object.keys(statuses) as OrderStatus[]).map(order), onOpen: fn() },
} satisfies Meta<typeof OrderList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(
      canvas.getByRole('button', { name: /999,999\.99 WUSD for 34,586,946\.42 THB.*Pending approval/ }),
    );
    await expect(args.onOpen).toHaveBeenCalledWith('otc_0');
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };
