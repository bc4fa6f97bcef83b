import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@wusd/api-sdk/domain';
import { afterAll, expect, test } from 'vitest';
import { depositXpub } from '@wusd/payouts/testing/evm-node';
import { productionOnLoopback } from '../../testing/production-settings.ts';
import { tronDepositXpub } from '../../testing/tron-network.ts';
import { simulatedAddress } from '../../src/sandbox/chain.ts';
import { findWeakSettings } from '../../src/composition/weak-settings.ts';
import { present } from '@wusd/server-kit/testing/present';
import { createGateways } from '../../src/composition/gateways.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { networkIds } from '@wusd/server-kit/registry/networks';
import { readNetworkSettings } from '@wusd/payouts/network-settings';

const folder = mkdtempSync(join(tmpdir(), 'wusd-networks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'networks.json');
const read = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readNetworkSettings(file);
};

test('a network without settings is disabled', () => {
  expect(read({ evm: { depositKey: depositXpub, networks: [] } })).toEqual({
    evm: { depositKey: depositXpub, networks: [] },
  });
  expect(read({})).toEqual({});
});

test('a file that is not JSON is rejected without being quoted', () => {
  expect(() => read('{"url":"https://node.example/secret"')).toThrow(/^is not JSON$/);
});

test('all problems are reported at once by network, without values', () => {
  const content = { evm: {}, tron: { nodes: ['https://node.example/?token=hunter2'] }, solana: {}, stellar: {} };
  const wrong = (): unknown => read(content);
  for (const family of Object.keys(content)) expect(wrong).toThrow(`${family}: `);
  expect(wrong).not.toThrow('hunter2');
  expect(() => read({ bitcoin: {} })).toThrow('evm, tron, solana and stellar');
});

const example = readFileSync(new URL('../../networks.example.json', import.meta.url), 'utf8');

/** Keys and accounts of the example that production refuses, with the field that the error names. */
function keysOfExample(): [field: string, value: string][] {
  const { evm, tron, solana, stellar } = read(example);
  return [
    ['evm, depositKey', present(evm).depositKey],
    ['tron, depositKey', present(tron).depositKey],
    ...[...present(solana).depositAddresses, ...present(solana).nonceAccounts].map((each): [string, string] => [
      'solana, depositAddresses or nonceAccounts',
      each,
    ]),
    ['stellar, depositAccount', present(stellar).depositAccount],
  ];
}

/** Replaces the keys and accounts of the example, except for `kept`. */
const withOwnKeys = (text: string, kept?: string): string =>
  keysOfExample().reduce((replaced, [field, value], index) => {
    if (value === kept) return replaced;
    const own = field.startsWith('evm')
      ? depositXpub
      : field.startsWith('tron')
        ? tronDepositXpub
        : simulatedAddress(field.startsWith('stellar') ? Network.Stellar : Network.Solana, BigInt(index + 1000));
    return replaced.replace(value, own);
  }, text);

test('production refuses each key and account of the example, and a short key of a provider (control 28)', () => {
  const findIn = (text: string): string[] =>
    findWeakSettings({ env: {}, masterKey: undefined, networks: read(text), blobs: undefined });
  for (const [field, value] of keysOfExample())
    expect(findIn(withOwnKeys(example, value))).toContain(`WUSD_NETWORKS_FILE, ${field}, is that of the example`);
  const own = withOwnKeys(example);
  expect(findIn(own).join('\n')).not.toMatch(/is that of the example|apiKey/);
  expect(findIn(own.replace('a-key-of-the-provider', 'a-short-key'))).toContain(
    'WUSD_NETWORKS_FILE, tron, an apiKey must have at least 16 characters',
  );
});

test('the example offers all networks in production once its hosts and keys are real', () => {
  const env: NodeJS.ProcessEnv = {
    ...productionOnLoopback,
    DATABASE_URL: 'postgres://127.0.0.1/wusd',
    WUSD_NETWORKS_FILE: file,
    WUSD_SCREENING_URL: 'https://screening.wusd.internal',
    WUSD_SIGNER_URL: 'https://signer.wusd.internal',
    // The server reads these files but uses them only to connect.
    WUSD_SIGNER_CA_FILE: file,
    WUSD_SIGNER_CLIENT_CERTIFICATE_FILE: file,
    WUSD_SIGNER_CLIENT_TLS_KEY_FILE: file,
  };
  writeFileSync(file, example);
  for (const name of ['network 3', 'network 11', 'tron', 'solana', 'stellar'])
    expect(() => readSettings(env)).toThrow(`WUSD_NETWORKS_FILE, ${name}, names an example host`);
  writeFileSync(file, withOwnKeys(example.replaceAll('.example', '.wusd.internal')));
  expect(createGateways(readSettings(env)).networks.toSorted((one, other) => one - other)).toEqual(networkIds);
});
