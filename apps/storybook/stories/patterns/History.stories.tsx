import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { HistoryList, type HistoryListProps } from '@wusd/web/features/history/HistoryList.tsx';
import { useState } from 'react';
import { expect, fn, waitFor } from 'storybook/test';
import { onCard } from './column.tsx';

type HistoryEntry = Parameters<HistoryListProps['onOpen']>[0];

const count = 100_000;
const pageSize = 50;
const kinds = ['deposit', 'withdrawal', 'swap', 'auto-redemption'] as const;
const statuses = ['completed', 'processing', 'to be confirmed', 'failed', 'cancelled'] as const;

function entryAt(index: number): HistoryEntry {
  const kind = kinds[index % kinds.length] ?? 'deposit';
  const amount = `${(count - index).toString()}.00`;
  return {
    id: `ctx_${String(index).padStart(26, '0')}`,
    kind,
    createTime: new Date(Date.UTC(2026, 2, 1) - index * 3_600_000).toISOString(),
    pay: { currency: 'WUSD', amount },
    ...(kind !== 'withdrawal' && { receive: { currency: kind === 'deposit' ? 'WUSD' : 'USD', amount } }),
    status: statuses[index % statuses.length] ?? 'completed',
    isHeld: index % statuses.length === 2,
  };
}

/** The list with `available` generated pages. Later pages fail to load. */
function Long({ available, onOpen }: { available: number } & Pick<HistoryListProps, 'onOpen'>) {
  return (
    <HistoryList
      pageOf={(cursor) => ({
        queryKey: ['story', available, cursor],
        queryFn: async () => {
          const from = Number(cursor || '0');
          if (from >= available) throw new Error('No connection');
          const next = from + pageSize;
          return {
            items: Array.from({ length: pageSize }, (_, index) => entryAt(from + index)),
            nextCursor: next < count ? String(next) : null,
          };
        },
        retry: false,
      })}
      onOpen={onOpen}
    />
  );
}

const meta = {
  title: 'Patterns/History',
  component: Long,
  args: { available: count, onOpen: fn() },
  decorators: [
    onCard,
    (Story) => {
      const [client] = useState(() => new QueryClient());
      return (
        <QueryClientProvider client={client}>
          <Story />
        </QueryClientProvider>
      );
    },
  ],
} satisfies Meta<typeof Long>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Positions of the rendered rows in the list. */
const places = (): number[] =>
  [...document.querySelectorAll('[aria-posinset]')].map((row) => Number(row.getAttribute('aria-posinset')));
const isAt = (index: number) => (): void => void expect(places()).toContain(index);

/** Only a few rows are rendered at any scroll position. Back at the top, the first page is shown at once. */
export const AHundredThousand: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ args, canvas, userEvent }) => {
    await waitFor(isAt(1));
    await waitFor(
      () => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        void expect(Math.max(...places())).toBeGreaterThan(1000);
      },
      { timeout: 20_000 },
    );
    await expect(document.querySelectorAll('[aria-posinset]').length).toBeLessThan(60);
    await waitFor(() => {
      window.scrollTo(0, 0);
      isAt(1)();
      // Checks the row itself, not only its reserved space.
      void expect(canvas.getByRole('button', { name: /\+100,000\.00 WUSD/ })).toBeVisible();
    });
    await userEvent.click(canvas.getByRole('button', { name: /\+100,000\.00 WUSD/ }));
    await expect(args.onOpen).toHaveBeenCalled();
  },
};
/** Loaded rows stay, and the failed page can be retried. */
export const LostHalfway: Story = {
  args: { available: pageSize },
  play: async ({ canvas }) => {
    await waitFor(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      void expect(canvas.getByText('More can’t be shown right now.')).toBeVisible();
    });
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const Phone: Story = { globals: { viewport: { value: 'phone' } }, play: async () => waitFor(isAt(1)) };
export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: async () => waitFor(isAt(1)),
};
export const ChineseDark: Story = { globals: { language: 'zh_CN', theme: 'dark' }, play: async () => waitFor(isAt(1)) };
