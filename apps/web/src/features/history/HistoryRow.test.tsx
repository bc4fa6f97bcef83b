import type { HistoryEntry } from '@wusd/api-sdk/core';
import { List } from '@wusd/ui-kit/List';
import { expect, test, vi } from 'vitest';
import { renderInApp } from '../../../testing/render.tsx';
import { HistoryRow } from './HistoryRow.tsx';

const deposit = {
  id: 'ctx_01hqxyz000000000000000000a',
  kind: 'deposit',
  asset: 'crypto',
  pay: { currency: 'USDC', amount: '250.00' },
  receive: { currency: 'USDC', amount: '250.00' },
  status: 'completed',
  networkId: 3,
  isHeld: false,
  createTime: '2026-03-01T08:00:00.000Z',
} as HistoryEntry;

async function renderRow(
  change: Partial<HistoryEntry> = {},
  onOpen: (entry: HistoryEntry) => void = () => {},
  base: HistoryEntry = deposit,
) {
  const entry = { ...base, ...change };
  const { screen } = await renderInApp(
    <List label="History">
      <HistoryRow entry={entry} onOpen={onOpen} />
    </List>,
  );
  return { entry, row: screen.getByRole('button') };
}

test('a deposit shows its amount with a plus sign and its status', async () => {
  const { row } = await renderRow();
  await expect.element(row).toMatchTextContent('+250.00 USDC');
  await expect.element(row).toMatchTextContent('Deposit · ');
  await expect.element(row).toMatchTextContent('Completed');
});

test('a row shows a counterparty without a name by the ends of its address', async () => {
  const { row } = await renderRow({ counterparty: { account: '0x52908400098527886E0F7030069857D2E4169EE7' } });
  await expect.element(row).toMatchTextContent('From 0x5290\u2060…\u20609EE7');
  await expect.element(row).toMatchTextContent(/Deposit · .*Mar 1, 2026, 16:00/);
});

test('a withdrawal to a saved recipient shows the name of the recipient', async () => {
  const { row } = await renderRow({
    kind: 'withdrawal',
    counterparty: { name: 'Rent', account: 'OCBC •••• 4321' },
  });
  await expect.element(row).toMatchTextContent('To Rent');
});

test('a withdrawal shows the debited amount with a minus sign', async () => {
  const { row } = await renderRow({ kind: 'withdrawal', pay: { currency: 'USDC', amount: '255.00' } });
  await expect.element(row).toMatchTextContent('−255.00 USDC');
  await expect.element(row).not.toMatchTextContent('250.00 USDC');
});

test.each(['failed', 'cancelled', 'rejected'] as const)(
  'a withdrawal with status %s has no sign, because no balance changed',
  async (status) => {
    const { row } = await renderRow({ kind: 'withdrawal', status });
    await expect.element(row).toMatchTextContent('250.00 USDC');
    await expect.element(row).not.toMatchTextContent(/[+−]/);
  },
);

test('a swap whose rate expired shows neither a credit nor a debit', async () => {
  const pair = { pay: { currency: 'USD', amount: '100.00' }, receive: { currency: 'WUSD', amount: '99.50' } } as const;
  const { row } = await renderRow({ kind: 'swap', status: 'rate expired', ...pair });
  await expect.element(row).not.toMatchTextContent(/[+−]/);
});

test('a swap shows the received and the paid amount', async () => {
  const { row } = await renderRow({
    kind: 'swap',
    pay: { currency: 'USD', amount: '100.00' },
    receive: { currency: 'WUSD', amount: '99.50' },
  });
  await expect.element(row).toMatchTextContent('+99.50 WUSD');
  await expect.element(row).toMatchTextContent('−100.00 USD');
});

test('an open order shows the amount to pay as a debit', async () => {
  const { receive: _receive, ...open } = deposit;
  const { row } = await renderRow({ kind: 'swap', status: 'processing' }, undefined, open);
  await expect.element(row).toMatchTextContent('−250.00 USDC');
});

test('an undisclosed amount is hidden', async () => {
  const { row } = await renderRow({ undisclosed: true, status: 'processing' });
  await expect.element(row).toMatchTextContent('Amount not disclosed');
  await expect.element(row).not.toMatchTextContent('250.00');
});

test('an entry on hold has an accessible name that says so', async () => {
  const { row } = await renderRow({ isHeld: true, status: 'processing' });
  await expect.element(row).toHaveAccessibleName(/Waiting: see why/);
});

test('a click opens the entry', async () => {
  const onOpen = vi.fn<(entry: HistoryEntry) => void>();
  const { entry, row } = await renderRow({}, onOpen);
  await row.click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(entry);
});
