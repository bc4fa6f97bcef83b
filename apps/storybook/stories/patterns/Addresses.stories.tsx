import type { Meta, StoryObj } from '@storybook/react-vite';
import { AddressCard } from '@wusd/web/features/addresses/AddressCard.tsx';
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
  nextMoves: [{ to: 'pending delete', who: 'customer' as const }],
};

const meta = {
  title: 'Patterns/Saved address',
  decorators: [inColumn],
  component: AddressCard,
  args: { address, onDelete: fn() },
} satisfies Meta<typeof AddressCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Active: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Cold storage' }));
    await expect(args.onDelete).toHaveBeenCalledOnce();
  },
};
export const ThaiPhone: Story = { globals: { language: 'th_TH', viewport: { value: 'phone' } } };
export const ChineseDesktop: Story = { globals: { language: 'zh_CN', viewport: { value: 'desktop' } } };
export const PseudoPhone: Story = { globals: { language: 'en_XA', viewport: { value: 'phone' } } };
export const Young: Story = {
  args: {
    address: {
      ...address,
      hold: {
        reasonCode: 'new-destination',
        message: 'It was saved less than 24 hours ago.',
        who: 'system',
        until: '2026-03-02T08:00:00.000Z',
      },
    },
  },
};
export const Denied: Story = {
  args: {
    address: {
      ...address,
      status: 'inactive',
      risk: 'high',
      timeline: [
        { status: 'inactive', at: '2026-02-01T08:00:05.000Z', actor: 'system', reason: 'We do not pay out to it.' },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('We do not pay out to it.')).toBeVisible();
  },
};
