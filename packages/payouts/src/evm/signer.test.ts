import { Network } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { bytesToHex, encodeFunctionData } from 'viem/utils';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { secp256k1Key } from '../keys/signing-key.ts';
import { hexOf } from './hex.ts';
import { createEvmSigner } from './signer.ts';
import { erc20 } from './tokens.ts';

const token = hexOf(`0x${'ab'.repeat(20)}`);
const network = {
  networkId: Network.Base,
  chainId: 8453,
  url: '',
  tokens: { WUSD: { address: token, decimals: 0 } },
  startBlock: 0,
  finalBlocks: 1,
  gas: 1_000_000,
  limits: { perPayout: (2n ** 128n).toString(), perDay: '1', maxFeeGwei: '1000' },
};
const payout = fc.record({
  secret: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((bytes) => bytes.some((byte) => byte !== 0) && bytes[0] !== 0xff),
  nonce: fc.nat(),
  to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => bytesToHex(bytes)),
  units: fc.bigInt(0n, 2n ** 128n),
  gas: fc.bigInt(21_000n, 1_000_000n),
  maxFeePerGas: fc.bigInt(1n, 10n ** 12n),
  isLegacy: fc.boolean(),
});

test('signs a payout and a cancellation with the same bytes as viem', async () => {
  await fc.assert(
    fc.asyncProperty(payout, async ({ secret, nonce, to, units, gas, maxFeePerGas, isLegacy }) => {
      const account = privateKeyToAccount(bytesToHex(secret));
      const signer = createEvmSigner(secp256k1Key(secret), [], [network]);
      expect(signer.address).toBe(account.address);
      const slot = { chainId: 8453, sender: signer.address, nonce };
      const offered = { maxFeePerGas, maxPriorityFeePerGas: 1n, ...(isLegacy && { type: 'legacy' as const }) };
      const fees = isLegacy
        ? ({ type: 'legacy', gasPrice: maxFeePerGas } as const)
        : ({ type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: 1n } as const);
      const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] });
      expect(await signer.sign({ ...slot, ...offered, token, to, units, gas })).toBe(
        await account.signTransaction({ ...fees, chainId: 8453, nonce, to: token, value: 0n, data, gas }),
      );
      expect(await signer.cancel({ ...slot, ...offered })).toBe(
        await account.signTransaction({ ...fees, chainId: 8453, nonce, to: signer.address, value: 0n, gas: 21_000n }),
      );
    }),
    { numRuns: 50 },
  );
});

test('rejects a signature of another key', async () => {
  const key = secp256k1Key(new Uint8Array(32).fill(1));
  const wrong = { ...key, sign: secp256k1Key(new Uint8Array(32).fill(2)).sign };
  const signer = createEvmSigner(wrong, [], [network]);
  const slot = { chainId: 8453, sender: signer.address, nonce: 1, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  await expect(signer.cancel(slot)).rejects.toThrow('not its own');
});
