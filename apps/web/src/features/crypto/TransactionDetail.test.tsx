import { http } from 'msw/http';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exampleOf, fail, succeed } from '../../../testing/contract.ts';
import { renderInApp, signIn } from '../../../testing/render.tsx';
import { server } from '../../../testing/server.ts';
import { queryClient } from '../../shared/api/query-client.tsx';
import { addressesKey } from '../../shared/money/recipient-keys.ts';
import { TransactionDetail } from './TransactionDetail.tsx';

const deposit = exampleOf('getCryptoTransaction');
const withdrawal = {
  ...deposit,
  direction: 'withdrawal' as const,
  pay: { currency: 'WUSD' as const, amount: '255.00' },
  fees: [{ name: 'network fee' as const, money: { currency: 'WUSD' as const, amount: '5.00' } }],
  status: 'to be processed' as const,
  nextMoves: [{ to: 'cancelled' as const, who: 'customer' as const }],
};
const url = '*/api/crypto-transaction/:id';

test('a deposit shows its amount, its hash and every status so far', async () => {
  server.answer(http.get(url, () => succeed('getCryptoTransaction', deposit)));
  const { screen } = await renderInApp(<TransactionDetail id={deposit.id} />);
  const steps = screen.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect.element(steps.first()).toMatchTextContent('Processing');
  await expect.element(steps.last()).toMatchTextContent('CompletedNext, automatically');
  await expect.element(screen.getByText('250.00 WUSD')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: deposit.transactionHash ?? '' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel withdrawal' }).query()).toBeNull();
});

test('a withdrawal is cancelled only after a confirmation, and then shows the status', async () => {
  const cancel = vi.fn<() => void>();
  signIn();
  server.answer(
    http.get(url, () => succeed('getCryptoTransaction', withdrawal)),
    http.post(`${url}/cancel`, () => {
      cancel();
      return succeed('cancelCryptoTransaction', { ...withdrawal, status: 'cancelled', nextMoves: [] });
    }),
  );
  const { screen } = await renderInApp(<TransactionDetail id={deposit.id} />);
  await screen.getByRole('button', { name: 'Cancel withdrawal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this withdrawal?' });
  await expect.element(dialog).toMatchTextContent('255.00 WUSD');
  expect(cancel).not.toHaveBeenCalled();
  server.answer(
    http.get(url, () => succeed('getCryptoTransaction', { ...withdrawal, status: 'cancelled', nextMoves: [] })),
  );
  await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect.element(screen.getByText('Cancelled')).toBeVisible();
  expect(cancel).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Cancel withdrawal' }).query()).toBeNull();
});

test('an unknown transaction shows a message without a retry button', async () => {
  server.answer(http.get(url, () => fail('NOT_FOUND', 404)));
  const { screen } = await renderInApp(<TransactionDetail id={deposit.id} />);
  await expect.element(screen.getByText('There is no such transaction.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});

test('a transaction that failed to load can be loaded again', async () => {
  const { screen } = await renderInApp(<TransactionDetail id={deposit.id} />);
  await expect.element(screen.getByRole('status')).toBeVisible();
  server.answer(http.get(url, () => succeed('getCryptoTransaction', deposit)));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('250.00 WUSD')).toBeVisible();
});

test.each(['completed', 'cancelled', 'failed', 'rejected'] as const)(
  'a withdrawal that is %s links to a prefilled form while its address is saved and accepts the currency',
  async (status) => {
    signIn({ scopes: ['wallet.wallets.withdraw'] });
    const [saved] = exampleOf('listBlockchainAddresses');
    if (!saved) throw new Error('The contract has no example of an address');
    const address = { ...saved, status: 'active' as const, networkId: 3 as const };
    const over = {
      ...withdrawal,
      status,
      nextMoves: [],
      addressId: address.id,
      receive: { currency: 'WUSD' as const, amount: '250.00' },
    };
    queryClient.setQueryData(addressesKey, [address]);
    server.answer(http.get(url, () => succeed('getCryptoTransaction', over)));
    const { screen } = await renderInApp(<TransactionDetail id={over.id} />);
    await expect
      .element(screen.getByRole('link', { name: 'Send again' }))
      .toHaveAttribute('href', expect.stringMatching(`to=${address.id}&currency=WUSD&amount=.*250\\.00`));
    queryClient.setQueryData(addressesKey, [{ ...address, id: 'adr_another' }]);
    await expect.poll(() => screen.getByRole('link', { name: 'Send again' }).query()).toBeNull();
  },
);

test('a withdrawal has no link to send it again without the withdrawal scope or while it is open', async () => {
  const [saved] = exampleOf('listBlockchainAddresses');
  if (!saved) throw new Error('The contract has no example of an address');
  const address = { ...saved, status: 'active' as const, networkId: 3 as const };
  queryClient.setQueryData(addressesKey, [address]);
  for (const [status, scopes] of [
    ['completed', ['wallet_history']],
    ['to be processed', ['wallet.wallets.withdraw']],
  ] as const) {
    signIn({ scopes: [...scopes] });
    server.answer(
      http.get(url, () => succeed('getCryptoTransaction', { ...withdrawal, status, addressId: address.id })),
    );
    const { screen } = await renderInApp(<TransactionDetail id={`${withdrawal.id}${status.length}`} />);
    await expect.element(screen.getByText('Network fee')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send again' }).query()).toBeNull();
    await screen.unmount();
  }
});
