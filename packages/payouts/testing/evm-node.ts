import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HDKey } from '@scure/bip32';
import { type AnvilOptions, startAnvil } from '@wusd/contracts/anvil';
import { type Hex, parseAbi, parseGwei, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hexToBytes } from 'viem/utils';
import * as v from 'valibot';
import { hexOf } from '../src/evm/hex.ts';
import { secp256k1Key } from '../src/keys/signing-key.ts';
import { parseJson } from '@wusd/server-kit/json';

const require = createRequire(import.meta.url);

const token = parseAbi([
  'constructor(uint8 decimals)',
  'function mint(address to, uint256 value)',
  'function pause(bool isPaused)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

/** Root of customers' deposit keys in tests. Its private key can spend deposits. */
export const depositKey = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/0'/0");
export const depositXpub = depositKey.publicExtendedKey;
export const payoutKey: Hex = `0x${'42'.repeat(32)}`;
export const payoutAddress = privateKeyToAccount(payoutKey).address;
export const payoutSigningKey = secp256k1Key(hexToBytes(payoutKey));

const compiled = v.object({
  contracts: v.record(
    v.string(),
    v.record(v.string(), v.object({ evm: v.object({ bytecode: v.object({ object: v.string() }) }) })),
  ),
});

function compile(): Hex {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- solc has no types
  const solc = require('solc') as { compile(input: string): string };
  const source = { content: readFileSync(new URL('TestDollar.sol', import.meta.url), 'utf8') };
  const input = {
    language: 'Solidity',
    sources: { 'TestDollar.sol': source },
    // The bytecode must run on every hardfork that tests use.
    settings: { evmVersion: 'berlin', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { contracts } = parseJson(compiled, solc.compile(JSON.stringify(input)));
  return `0x${contracts['TestDollar.sol']?.['TestDollar']?.evm.bytecode.object ?? ''}`;
}

export type EvmNode = Awaited<ReturnType<typeof startEvmNode>>;

interface EvmNodeOptions extends AnvilOptions {
  decimals?: number;
}

/** Starts a real EVM node on loopback with a token, for one test. Blocks are mined on request. */
export async function startEvmNode({ chainId, decimals = 6, hardfork }: EvmNodeOptions) {
  const { url, client, mine, mined, stop } = await startAnvil({ chainId, hardfork });
  const common = { abi: token, chain: null, ...(hardfork === 'berlin' && { type: 'legacy' as const }) };
  const deployed = await client.deployContract({ ...common, bytecode: compile(), args: [decimals] });
  await mine();
  const { contractAddress } = await client.getTransactionReceipt({ hash: deployed });
  if (!contractAddress) throw new Error('The token was not deployed');
  const units = (amount: string): bigint => parseUnits(amount, decimals);
  const call = { ...common, address: contractAddress } as const;
  return {
    url,
    client,
    token: contractAddress,
    decimals,
    mine,
    /** Mints tokens in a separate block. @returns the transaction's hash */
    mint: (to: string, amount: string) =>
      mined(client.writeContract({ ...call, functionName: 'mint', args: [hexOf(to), units(amount)] })),
    /** Transfers tokens from the test account. */
    transfer: (to: string, amount: string) =>
      mined(client.writeContract({ ...call, functionName: 'transfer', args: [hexOf(to), units(amount)] })),
    /** Raises the price of the next transactions. @param gwei per unit of gas */
    async raisePrice(gwei: string): Promise<void> {
      if (hardfork === 'berlin') await client.setMinGasPrice({ gasPrice: parseGwei(gwei) });
      else await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) });
      await mine();
    },
    pause: (isPaused: boolean) => mined(client.writeContract({ ...call, functionName: 'pause', args: [isPaused] })),
    /** The raw bytes of a transaction, for sending it again. */
    rawTransaction: (hash: string) =>
      client.request<{ Method: 'eth_getRawTransactionByHash'; Parameters: [Hex]; ReturnType: Hex }>({
        method: 'eth_getRawTransactionByHash',
        params: [hexOf(hash)],
      }),
    balanceOf: (owner: Hex) =>
      client.readContract({ abi: token, address: contractAddress, functionName: 'balanceOf', args: [owner] }),
    /** Sweeps tokens from a deposit address to the payout address, like the external holder of the deposit keys. */
    async sweep(keyIndex: number, to: Hex = payoutAddress): Promise<void> {
      const { privateKey } = depositKey.deriveChild(keyIndex);
      const account = privateKeyToAccount(`0x${Buffer.from(privateKey ?? []).toString('hex')}`);
      await client.setBalance({ address: account.address, value: 10n ** 18n });
      const value = await client.readContract({
        abi: token,
        address: contractAddress,
        functionName: 'balanceOf',
        args: [account.address],
      });
      const args = [to, value] as const;
      await client.writeContract({
        abi: token,
        address: contractAddress,
        functionName: 'transfer',
        args,
        account,
        chain: null,
      });
      await mine();
    },
    /** Funds an address with ether for gas. */
    fuel: (address: Hex = payoutAddress) => client.setBalance({ address, value: 10n ** 20n }),
    /** Server settings for this node. */
    settings: (networkId: number, limits = { perPayout: '100000', perDay: '1000000', maxFeeGwei: '500' }) => ({
      depositKey: depositXpub,
      networks: [{ networkId, url, tokens: { WUSD: { address: contractAddress, decimals } }, limits, finalBlocks: 5 }],
    }),
    stop,
  };
}
