import { type Address, BaseError, ContractFunctionRevertedError, type Hex } from 'viem';
import { readRelease } from '../src/release.ts';
import { type AnvilOptions, fundedAccount, startAnvil } from './anvil.ts';

/** Accounts of the tests, by what they may do with the token. */
export const people = {
  admin: fundedAccount(1),
  minter: fundedAccount(2),
  burner: fundedAccount(3),
  pauser: fundedAccount(4),
  ann: fundedAccount(5),
  bob: fundedAccount(6),
} as const;
export type Person = keyof typeof people;
export const personNames: readonly Person[] = ['admin', 'minter', 'burner', 'pauser', 'ann', 'bob'];

/** Seconds that a change of the admin waits. */
export const adminDelay = 86_400;

/** The released token on a real node, with a person for each role. */
export async function startToken(options: AnvilOptions) {
  const node = await startAnvil(options);
  const { client } = node;
  const { abi, bytecode } = readRelease();
  const legacy = options.hardfork === 'berlin' ? ({ type: 'legacy' } as const) : {};
  const args = [people.admin.address, adminDelay];
  const deployment = await node.mined(client.deployContract({ abi, bytecode, args, chain: null, ...legacy }));
  const { contractAddress: address } = await client.getTransactionReceipt({ hash: deployment });
  if (!address) throw new Error('The token was not deployed');

  const read = (functionName: string, ...values: unknown[]): Promise<unknown> =>
    client.readContract({ abi, address, functionName, args: values });
  /** @throws the contract's error, without sending anything */
  const send = async (person: Person, functionName: string, ...values: unknown[]): Promise<Hex> => {
    const account = people[person];
    const call = { abi, address, functionName, args: values, account };
    await client.simulateContract(call);
    return node.mined(client.writeContract({ ...call, chain: null, ...legacy }));
  };
  const token = {
    ...node,
    abi,
    address,
    read,
    send,
    supply: () => read('totalSupply'),
    balanceOf: (person: Person) => read('balanceOf', people[person].address),
    grant: async (role: string, to: Address): Promise<Hex> => send('admin', 'grantRole', await read(role), to),
  };
  await token.grant('MINTER_ROLE', people.minter.address);
  await token.grant('BURNER_ROLE', people.burner.address);
  await token.grant('PAUSER_ROLE', people.pauser.address);
  return token;
}

/** Name of the error that a call reverts with; undefined if it succeeds. */
export async function revertOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const cause =
      error instanceof BaseError ? error.walk((each) => each instanceof ContractFunctionRevertedError) : undefined;
    if (!(cause instanceof ContractFunctionRevertedError)) throw error;
    return cause.data?.errorName ?? cause.reason;
  }
}
