import * as v from 'valibot';
import type { PublicClient } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { erc20 } from '../evm/tokens.ts';
import { addressBytes, toEvmAddress } from './address.ts';
import { createPostJson, createRpcClient } from './http.ts';
import type { TronNodeSettings } from './settings.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** java-tron omits fields with the value 0. */
const blockSchema = v.object({
  blockID: id,
  block_header: v.object({ raw_data: v.object({ number: v.optional(count, 0), timestamp: v.optional(count, 0) }) }),
});

/** Outcome of a contract call (`Transaction.Result.contractResult` in Tron.proto). */
const contractResults = [
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
] as const;

/**
 * java-tron returns an empty object for an unknown transaction. Other responses, such as `{"Error": …}`, are rejected.
 */
const nothing = v.strictObject({});
const infoSchema = v.union([
  v.object({ id, blockNumber: count, receipt: v.object({ result: v.picklist(contractResults) }) }),
  nothing,
]);
const transactionSchema = v.union([v.object({ txID: id }), nothing]);
const broadcastSchema = v.object({ result: v.boolean(), code: v.string() });
const parametersSchema = v.object({
  chainParameter: v.array(v.object({ key: v.string(), value: v.optional(v.number(), 0) })),
});
const simulationSchema = v.object({
  result: v.object({ result: v.optional(v.boolean(), false) }),
  energy_used: v.optional(count, 0),
  transaction: v.optional(v.object({ ret: v.optional(v.array(v.object({ ret: v.optional(v.string()) })), []) })),
});
/** java-tron returns `{"Error": …}` with status 200. A schema whose fields are all optional must reject it. */
const noError = { Error: v.optional(v.never()) };
const accountSchema = v.object({ ...noError, balance: v.optional(count, 0) });
const resourceSchema = v.object({ ...noError, EnergyLimit: v.optional(count, 0), EnergyUsed: v.optional(count, 0) });

export interface TronBlock {
  height: bigint;
  /** 64 hexadecimal digits; the first 16 are the height. */
  id: string;
  /** In milliseconds since 1970. */
  timestamp: bigint;
}

function blockOf({ blockID, block_header: { raw_data: raw } }: v.InferOutput<typeof blockSchema>): TronBlock {
  const height = BigInt(raw.number);
  if (BigInt(`0x${blockID.slice(0, 16)}`) !== height) throw new TypeError('The block’s id does not have its height');
  return { height, id: blockID, timestamp: BigInt(raw.timestamp) };
}

/** 21 bytes in hexadecimal, java-tron's address format. */
const hexAddress = (address: string): string => Buffer.from(addressBytes(address)).toString('hex');

/** A Tron provider. Every call first verifies that the provider serves the expected chain. */
export type TronNode = ReturnType<typeof createTronNode>;

/** @param name the node's name in errors, e.g. `Tron node 1` */
export function createTronNode(settings: TronNodeSettings, name: string, chainId: number) {
  const { url, jsonRpcUrl = `${url}/jsonrpc`, solidityUrl = url, apiKey } = settings;
  const post = createPostJson(name, apiKey);
  const rpc = createRpcClient(post, jsonRpcUrl);

  const assertChain = (reported: number): void => {
    if (reported !== chainId) throw new Error(`${name} reports chain ${reported} instead of ${chainId}`);
  };
  /** A chain's id on Tron is the last four bytes of its genesis block's id. */
  const assertGenesis = async (base: string): Promise<void> => {
    const genesis = blockOf(await post(`${base}/getblockbynum`, { num: 0 }, blockSchema));
    if (genesis.height !== 0n) throw new Error(`${name} returned another block than the first`);
    assertChain(Number(`0x${genesis.id.slice(-8)}`));
  };
  const verifyChain = async (): Promise<void> => {
    const reported = rpc.getChainId().then(assertChain);
    await Promise.all([reported, assertGenesis(`${url}/wallet`), assertGenesis(`${solidityUrl}/walletsolidity`)]);
  };
  let verification: Promise<void> | undefined;
  const verified = async (): Promise<void> => {
    verification ??= verifyChain();
    try {
      await verification;
    } catch (error) {
      verification = undefined;
      throw error;
    }
  };
  const ask = async <Schema extends v.GenericSchema>(
    path: string,
    body: Record<string, unknown>,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> => {
    await verified();
    return post(`${path.startsWith('/walletsolidity') ? solidityUrl : url}${path}`, body, schema);
  };

  return {
    name,
    /** JSON-RPC client. */
    async client(): Promise<PublicClient> {
      await verified();
      return rpc;
    },
    head: async (): Promise<TronBlock> => blockOf(await ask('/wallet/getnowblock', {}, blockSchema)),
    /** The latest block that can't be reorganised: 19 of 27 super representatives have built on it. */
    solidHead: async (): Promise<TronBlock> => blockOf(await ask('/walletsolidity/getnowblock', {}, blockSchema)),
    /** Block and result of a contract call; undefined if no block includes it. */
    async resultOf(value: string): Promise<{ height: bigint; isSuccess: boolean } | undefined> {
      const info = await ask('/wallet/gettransactioninfobyid', { value }, infoSchema);
      if (!('id' in info)) return undefined;
      if (info.id !== value) throw new Error(`${name} returned another transaction`);
      return { height: BigInt(info.blockNumber), isSuccess: info.receipt.result === 'SUCCESS' };
    },
    /** Whether a block includes a transaction, from another index than `resultOf`: nodes may not store results. */
    hasTransaction: async (value: string): Promise<boolean> =>
      'txID' in (await ask('/wallet/gettransactionbyid', { value }, transactionSchema)),
    /** @returns a code of `Return.response_code` in api.proto: `SUCCESS`, or the reason of the rejection */
    async broadcast(transaction: string): Promise<string> {
      const { result, code } = await ask('/wallet/broadcasthex', { transaction }, broadcastSchema);
      return result ? 'SUCCESS' : code;
    },
    /** Price of one unit of energy, in sun. */
    async energyFee(): Promise<bigint> {
      const { chainParameter } = await ask('/wallet/getchainparameters', {}, parametersSchema);
      const fee = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
      if (!Number.isSafeInteger(fee) || fee === undefined || fee <= 0) throw new Error(`${name} has no energy fee`);
      return BigInt(fee);
    },
    /** Energy that a transfer of a token would use now; undefined if the transfer would fail. */
    async simulate(sender: string, token: string, to: string, units: bigint): Promise<bigint | undefined> {
      const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [toEvmAddress(to), units] });
      const body = {
        owner_address: hexAddress(sender),
        contract_address: hexAddress(token),
        function_selector: 'transfer(address,uint256)',
        // Omit the selector's 4 bytes.
        parameter: data.slice(10),
      };
      const answer = await ask('/wallet/triggerconstantcontract', body, simulationSchema);
      const hasFailed = !answer.result.result || answer.transaction?.ret.some(({ ret }) => ret === 'FAILED') === true;
      return hasFailed || answer.energy_used === 0 ? undefined : BigInt(answer.energy_used);
    },
    /** Resources of an account for fees: its sun, and the energy from its stake. */
    async resourcesOf(address: string): Promise<{ sun: bigint; energy: bigint }> {
      const body = { address: hexAddress(address) };
      const [account, resource] = await Promise.all([
        ask('/wallet/getaccount', body, accountSchema),
        ask('/wallet/getaccountresource', body, resourceSchema),
      ]);
      const energy = BigInt(resource.EnergyLimit) - BigInt(resource.EnergyUsed);
      return { sun: BigInt(account.balance), energy: energy > 0n ? energy : 0n };
    },
  };
}
