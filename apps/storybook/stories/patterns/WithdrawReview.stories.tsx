import type { Meta, StoryObj } from '@storybook/react-vite';
import { WithdrawReview } from '@wusd/web/features/crypto/WithdrawReview.tsx';
import { expect, fn } from 'storybook/test';
import { inColumn } from './column.tsx';

const address = {
  id: 'adr_1',
  label: 'Cold storage',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  networkId: 3 as const,
  status: 'active' as const,
  risk: 'low' as const,
  createTime: '2026-02-01T08:00:00.000Z',
  lastUsedAt: '2026-02-20T03:15:00.000Z',
  timeline: [],
  nextMoves: [],
};
const review = {
  blockers: [],
  checkGroups: [],
  sends: { currency: 'WUSD' as const, amount: '255.00' },
  fees: [{ name: 'network fee' as const, money: { currency: 'WUSD' as const, amount: '5.00' } }],
  receives: { currency: 'WUSD' as const, amount: '250.00' },
  arrivesBy: '2026-03-03T08:00:00.000Z',
};

const meta = {
  title: 'Patterns/Withdraw review',
  decorators: [inColumn],
  component: WithdrawReview,
  args: { address, saved: [address], review, onConfirm: fn(), onChange: fn() },
} satisfies Meta<typeof WithdrawReview>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('img', { name: address.address })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Withdraw 250.00 WUSD' }));
    await expect(args.onConfirm).toHaveBeenCalledOnce();
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } } };
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };

/** The address is less than one day old, on a network with memos. */
export const NewAddress: Story = {
  args: {
    address: {
      ...address,
      address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      networkId: 12,
      memo: '10002000',
    },
    review: {
      ...review,
      holds: [
        {
          reasonCode: 'new-destination',
          message: 'This address was saved less than 24 hours ago. You can cancel until then.',
          who: 'system',
          until: '2026-03-02T08:00:00.000Z',
        },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('10002000')).toBeVisible();
    await expect(canvas.getByText(/It leaves at/)).toBeVisible();
  },
};

/** Another saved address has the same beginning and end, so both are shown in full. */
export const Lookalike: Story = {
  args: {
    saved: [
      address,
      { ...address, id: 'adr_2', label: 'Exchange', address: '0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7' },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7');
  },
};
