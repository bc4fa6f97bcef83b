import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Balances } from '@wusd/web/features/wallet/Balances.tsx';
import { expect } from 'storybook/test';

const at = '2026-03-01T08:00:00.000Z';

const meta = {
  title: 'Patterns/Balances',
  component: Balances,
  // Each currency is a link.
  decorators: [
    (Story) => {
      const routeTree = createRootRoute({ component: () => <Story /> });
      const router = createRouter({ routeTree, history: createMemoryHistory() });
      return <RouterProvider router={router as never} />;
    },
  ],
  args: {
    valuation: {
      currency: 'USD',
      values: [
        { currency: 'WUSD', value: '12500.50' },
        { currency: 'USDC', value: '0.00' },
      ],
    },
    changed: new Set<string>(),
    isExact: false,
    accounts: [
      {
        id: 'wal_1',
        currency: 'WUSD',
        available: '12480.505000000000000000',
        held: '20.000000000000000000',
        pending: '0',
        updatedAt: at,
      },
      {
        id: 'wal_2',
        currency: 'USDC',
        available: '0.000000000000000001',
        held: '0',
        pending: '99999999999.99',
        updatedAt: at,
      },
    ],
  },
} satisfies Meta<typeof Balances>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = { globals: { viewport: { value: 'desktop' } } };
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };

/** Nothing is rounded up, and all digits are shown on demand. */
export const Exact: Story = {
  args: { isExact: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('12,480.50')).toBeVisible();
    await expect(canvas.getByText('Exactly 12,480.505')).toBeVisible();
    await expect(canvas.getByText('Exactly 0.000000000000000001')).toBeVisible();
  },
};
