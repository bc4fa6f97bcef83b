import { linkProblems, type Problem } from '@wusd/server-kit/weak-links';
import { nodeUrlsOf, ownAccountsOf, type NetworkSettings } from './network-settings.ts';
import type { KeyName } from './keys/key-name.ts';
import type { PayoutKeys } from './payout-keys.ts';

const leastTokenLength = 16;

/**
 * Finds settings of networks and keys that are too weak for production.
 *
 * @param allowsLoopback connections to this machine need no TLS, as in tests
 * @returns messages without values, because a URL may contain a token
 */
export function findWeakNetworks({
  networks,
  payoutKeys,
  treasuryKeys = [],
  allowsLoopback,
}: {
  networks: NetworkSettings;
  payoutKeys: PayoutKeys;
  treasuryKeys?: readonly KeyName[];
  allowsLoopback: boolean;
}): Problem[] {
  const link = (name: string, url: string | undefined): Problem[] => linkProblems(name, url, allowsLoopback);
  return [
    ...nodeUrlsOf(networks).flatMap(({ name, url }) => link(`WUSD_NETWORKS_FILE, ${name},`, url)),
    ...exampleKeys(networks),
    ...(networks.tron?.nodes ?? []).map(({ apiKey }) =>
      apiKey !== undefined && apiKey.length < leastTokenLength
        ? `WUSD_NETWORKS_FILE, tron, an apiKey must have at least ${leastTokenLength} characters`
        : undefined,
    ),
    ...Object.entries(payoutKeys).flatMap(([family, { current, retired }]) =>
      [current, ...retired].flatMap((name) =>
        name.kind === 'awskms' ? link(`The endpoint of a payout key of ${family}`, name.endpoint) : [],
      ),
    ),
    ...treasuryKeys.flatMap((name) =>
      name.kind === 'awskms' ? link('The endpoint of a key of the treasury', name.endpoint) : [],
    ),
  ];
}

/** Keys and accounts of `networks.example.json`. Nobody has their private keys, so deposits to them would be lost. */
const exampleValues = new Set([
  'xpub6EpmyCdWUwTBPpSuwYExcVQTe1gVnvCmdKpgmcbW26pV1AQyWgEBHcw1xDwJnD2h3hWAuR8cigZVGgxj19b8vysEEbbJsJwEY5JJ8zUKGEF',
  'xpub6F4GGL17F3AybZE4wSBkMwMJHHVH1ztndXKBrUpKGV3y3jsFCKruR4imxyrViqiqZVaj4EUwEgn7GyEQASFfaS3EEj4tLfZZwtcVHxBw7xn',
  'GNF8tFTFpa7eMmu3VuB2j1TSgqJpGjaBp7j6A4u3qzWh',
  'BG6DrfmQTNT4JZuoaMWXHaJLkeDALoAiPUa3SwCV5aaV',
  '5qrao43c2XejP3ApEBnDJKbc5KKQifxaSX6DJfKARj4i',
  'CMpp6hpSpXdL4uMFgUo69YL7qdzs3e6U6SUGn5YrgfCr',
  'HbW8FN1sPbucXMEDeyeLmShEnk8DXVfCZbjSjpeR79ZR',
  'GCY2ZTNKFJ7GIGHBGRMH2K5G4WDTQZME32GROP5B52L4AHQWBJOR6IXO',
]);

function exampleKeys(networks: NetworkSettings): Problem[] {
  const values = {
    'evm, depositKey': [networks.evm?.depositKey],
    'tron, depositKey': [networks.tron?.depositKey],
    'solana, depositAddresses or nonceAccounts': ownAccountsOf(networks, 'solana'),
    'stellar, depositAccount': ownAccountsOf(networks, 'stellar'),
  };
  return Object.entries(values).map(([field, used]) =>
    used.some((value) => value !== undefined && exampleValues.has(value))
      ? `WUSD_NETWORKS_FILE, ${field}, is that of the example`
      : undefined,
  );
}
