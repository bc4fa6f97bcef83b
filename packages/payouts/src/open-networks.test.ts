import { Network } from '@wusd/api-sdk/domain';
import { privateKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem/utils';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { depositXpub } from '../testing/evm-node.ts';
import { keyFile } from '../testing/keys/key-files.ts';
import { startKmsDouble } from '../testing/keys/kms-double.ts';
import { parseEvmSettings } from './evm/settings.ts';
import { parseKeyName } from './keys/key-name.ts';
import { routeNetworks } from './networks.ts';
import { serializeError } from '@wusd/server-kit/errors/loggable-error';
import type { PayoutKeys } from './payout-keys.ts';
import { createKeySource, createNetworks } from './open-networks.ts';

// Networks whose payout key is in a double of AWS KMS.

const kms = await startKmsDouble();
afterAll(() => kms.close());
const secret = new Uint8Array(32).fill(0x42);
const name = parseKeyName(`awskms:${kms.addKey('secp256k1', secret)}?endpoint=${kms.endpoint}`);
const network = {
  tokens: { WUSD: { address: `0x${'ab'.repeat(20)}`, decimals: 6 } },
  limits: { perPayout: '1000', perDay: '10000', maxFeeGwei: '50' },
};
const evm = parseEvmSettings({
  depositKey: depositXpub,
  networks: [Network.Base, Network.Polygon].map((networkId) => ({ ...network, networkId, url: 'http://127.0.0.1:1' })),
});
const settings = {
  networks: { evm },
  payoutKeys: { evm: { current: name, retired: [] } },
  kmsCredentials: kms.credentials,
};

interface OpenOptions extends Omit<typeof settings, 'payoutKeys'> {
  payoutKeys: PayoutKeys;
}
const open = ({ networks, payoutKeys, kmsCredentials }: OpenOptions) =>
  createNetworks(networks, createKeySource(payoutKeys, kmsCredentials));

beforeEach(() => {
  kms.set({});
  kms.operations.length = 0;
});

test('opens a key at the first call of a network, once for all networks of its family', async () => {
  const openers = open(settings);
  expect([...openers.keys()]).toEqual([Network.Base, Network.Polygon]);
  const { payouts } = routeNetworks(openers);
  expect(kms.operations).toEqual([]);
  const senders = await Promise.all([Network.Base, Network.Polygon, Network.Base].map((id) => payouts.sender(id)));
  expect(new Set(senders)).toEqual(new Set([privateKeyToAddress(bytesToHex(secret))]));
  expect(kms.operations).toEqual(['DescribeKey', 'GetPublicKey']);
});

test('reports a key that can not be opened with its setting, and retries at a later call', async () => {
  const { payouts } = routeNetworks(open(settings));
  kms.set({ isDisabled: true });
  const error: unknown = await payouts.sender(Network.Base).catch((reason: unknown) => reason);
  expect(serializeError(error)).toMatchObject({
    message: expect.stringMatching(/^WUSD_EVM_PAYOUT_KEY: The key awskms:.* is not enabled/),
    cause: { state: 'KEY_DISABLED' },
  });
  kms.set({});
  expect(await payouts.sender(Network.Base)).toBe(privateKeyToAddress(bytesToHex(secret)));
});

test('reports a retired key that can not be opened with the setting of retired keys', async () => {
  const gone = parseKeyName(`${keyFile('5a'.repeat(32)).text}-gone`);
  const payoutKeys = { evm: { current: name, retired: [gone] } };
  const { payouts } = routeNetworks(open({ ...settings, payoutKeys }));
  await expect(payouts.sender(Network.Base)).rejects.toThrow(/^WUSD_RETIRED_EVM_PAYOUT_KEYS: The key file:.*-gone/);
});
