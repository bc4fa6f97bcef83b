import { expect, test } from 'vitest';
import { exampleOf } from '../../../testing/contract.ts';
import { renderInApp, signIn } from '../../../testing/render.tsx';
import { configuration } from '../../shared/api/client.ts';
import { queryClient } from '../../shared/api/query-client.tsx';
import { addressesKey } from '../../shared/money/recipient-keys.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

test('addresses that load before the configuration are not reported as missing', async () => {
  signIn();
  configuration.set(undefined);
  const [saved] = exampleOf('listBlockchainAddresses');
  if (!saved) throw new Error('The contract has no example of an address');
  const address = { ...saved, status: 'active' as const, networkId: 3 as const };
  queryClient.setQueryData(addressesKey, [address]);
  const { screen } = await renderInApp(<WithdrawForm />);
  await expect.element(screen.getByLabelText('To')).toBeVisible();
  expect(screen.getByText('You have no active address').query()).toBeNull();
  configuration.set(exampleOf('getConfig'));
  await expect.element(screen.getByRole('option', { name: new RegExp(address.label) })).toBeInTheDocument();
});
