import { type Currency, Network, type NetworkIdValue } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { explorerUrl } from '../src/domains/transfers/crypto/hashes.ts';
import { clientOf, createDemoDatabase, eventually, signIn, startNode } from '../testing/harness.ts';
import { networkIdOf } from '@wusd/server-kit/registry/networks';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

// Explorers find a transaction only by a hash in its network's own format.

const evm = /^0x[0-9a-f]{64}$/;
const hex = /^[0-9a-f]{64}$/;
const signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/;

interface Written {
  currency: Currency;
  hash: RegExp;
  explorer: string;
}

const written: Record<NetworkIdValue, Written> = {
  [Network.Ethereum]: { currency: 'WUSD', hash: evm, explorer: 'https://etherscan.io/tx/' },
  [Network.Polygon]: { currency: 'WUSD', hash: evm, explorer: 'https://polygonscan.com/tx/' },
  [Network.Viction]: { currency: 'WUSD', hash: evm, explorer: 'https://www.vicscan.xyz/tx/' },
  [Network.Tron]: { currency: 'USDT', hash: hex, explorer: 'https://tronscan.org/#/transaction/' },
  [Network.ArbitrumOne]: { currency: 'USDC', hash: evm, explorer: 'https://arbiscan.io/tx/' },
  [Network.Base]: { currency: 'USDC', hash: evm, explorer: 'https://basescan.org/tx/' },
  [Network.Bnb]: { currency: 'USDT', hash: evm, explorer: 'https://bscscan.com/tx/' },
  [Network.Solana]: { currency: 'USDC', hash: signature, explorer: 'https://solscan.io/tx/' },
  [Network.Avalanche]: { currency: 'USDC', hash: evm, explorer: 'https://snowtrace.io/tx/' },
  [Network.Stellar]: { currency: 'USDC', hash: hex, explorer: 'https://stellar.expert/explorer/public/tx/' },
};
const networks = Object.entries(written).map(([id, of]) => ({ id: networkIdOf(Number(id)), ...of }));

test('a simulated transaction of each network has a hash and a link that its explorer understands', async () => {
  await using node = await startNode(await createDemoDatabase());
  const api = clientOf(node, await signIn(node));
  const sent = await Promise.all(
    networks.map(async ({ id: networkId, currency }) => {
      const money = { currency, amount: '20' };
      const event = { type: 'chain-transfer', subjectId: 'mei@demo.example', networkId, money } as const;
      const { reference } = await node.api.sandbox.createEvent(event);
      return reference;
    }),
  );
  for (const [index, { hash, explorer }] of networks.entries()) {
    const text = sent[index] ?? '';
    const found = await eventually(async () => (await api.cryptoTransactions.search({ filter: { text } })).items[0]);
    expect(found.transactionHash).toMatch(hash);
    expect(found.explorerUrl).toBe(`${explorer}${text}`);
    const { gateways } = node.server.services;
    const { hash: paid } = await gateways.payouts.sign({
      ...anyAttempt,
      sender: 'anybody',
      networkId: found.networkId,
      currency: found.pay.currency,
      to: found.receivingAccount ?? '',
      amount: 1n,
      nonce: '0',
      price: '1',
    });
    expect(paid).toMatch(hash);
  }
});

test('a hash of another format gets no link', () => {
  const digits = 'a1'.repeat(32);
  expect(explorerUrl(Network.Tron, `0x${digits}`)).toBeUndefined();
  expect(explorerUrl(Network.Stellar, `0x${digits}`)).toBeUndefined();
  expect(explorerUrl(Network.Solana, `0x${digits}`)).toBeUndefined();
  expect(explorerUrl(Network.Ethereum, digits)).toBeUndefined();
});
