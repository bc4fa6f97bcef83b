import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { http } from 'msw/http';
import { createClientOf } from '@wusd/api-sdk/core';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import { fail } from '../../../testing/contract.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { server } from '../../../testing/server.ts';
import { baseUrl } from '../api/client.ts';
import { invalidation } from '../api/invalidation.ts';
import { CancelPayment, type CancelPaymentProps } from './CancelPayment.tsx';

const until = '2026-11-26T08:50:00.000Z';
const api = createClientOf({ baseUrl }, { fiatTransactions });
let now = new Date('2026-11-26T08:49:00.000Z');
const props: CancelPaymentProps = {
  nextMoves: [{ who: 'system' }, { who: 'customer', until }],
  queryKey: ['transactions', 'any'],
  cancel: () => api.fiatTransactions.cancel('ftx_00000000000000000000000000'),
  serverNow: () => now,
  changes: 'transaction-changed',
  label: 'Cancel withdrawal',
  title: 'Cancel this withdrawal?',
  body: '25.00 USD is available again.',
};
const button = () => page.getByRole('button', { name: 'Cancel withdrawal' });

afterEach(() => {
  vi.useRealTimers();
  now = new Date('2026-11-26T08:49:00.000Z');
});

test('a payment can be cancelled until the time that is shown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { screen } = await renderInApp(<CancelPayment {...props} />);
  await expect.element(button()).toBeVisible();
  await expect.element(screen.getByText(/You can cancel until .*16:50/)).toBeVisible();
  now = new Date(until);
  vi.advanceTimersByTime(1000);
  await expect.element(button()).not.toBeInTheDocument();
  expect(screen.getByText(/You can cancel until/).query()).toBeNull();
});

test('a payment can’t be cancelled after that time, or if the customer has no next move', async () => {
  now = new Date(until);
  const { screen } = await renderInApp(
    <>
      <p>Shown</p>
      <CancelPayment {...props} />
      <CancelPayment {...props} nextMoves={[{ who: 'Operations' }]} />
    </>,
  );
  await expect.element(screen.getByText('Shown')).toBeVisible();
  expect(button().query()).toBeNull();
});

test('no time is shown if the server sends none', async () => {
  const { screen } = await renderInApp(<CancelPayment {...props} nextMoves={[{ who: 'customer' }]} />);
  await expect.element(button()).toBeVisible();
  expect(screen.getByText(/You can cancel until/).query()).toBeNull();
});

test('a cancellation that is too late shows an error, and refetches the payment', async () => {
  const changed = vi.fn<(event: string) => void>();
  invalidation.subscribe(changed);
  server.answer(http.post('*/api/fiat-transaction/:id/cancel', () => fail('MOVE_NOT_ALLOWED', 409)));
  const { screen } = await renderInApp(<CancelPayment {...props} />);
  await button().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/It can’t be cancelled any more\./);
  expect(changed).toHaveBeenCalledExactlyOnceWith('transaction-changed');
});
