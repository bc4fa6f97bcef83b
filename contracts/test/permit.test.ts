import { type Address, parseSignature } from 'viem';
import { afterAll, expect, test } from 'vitest';
import { people, type Person, revertOf, startToken } from '../testing/token.ts';

const chainId = 8453;
const token = await startToken({ chainId });
afterAll(() => token.stop());

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

interface PermitOptions {
  seconds?: bigint;
  signer?: Person;
  chain?: number;
  verifyingContract?: Address;
}

/** The arguments of a permit (EIP-2612) by Ann for the burner. @param seconds until its deadline */
async function permit(
  value: bigint,
  { seconds = 60n, signer = 'ann', chain = chainId, verifyingContract = token.address }: PermitOptions = {},
) {
  const [owner, spender] = [people.ann.address, people.burner.address];
  const { timestamp } = await token.client.getBlock();
  const deadline = timestamp + seconds;
  const nonce = (await token.read('nonces', owner)) as bigint;
  const signature = await people[signer].signTypedData({
    domain: { name: 'WUSD', version: '1', chainId: chain, verifyingContract },
    types,
    primaryType: 'Permit',
    message: { owner, spender, value, nonce, deadline },
  });
  const { r, s, yParity } = parseSignature(signature);
  return [owner, spender, value, deadline, 27 + yParity, r, s] as const;
}

test('a holder without gas approves by a signature, which anybody may submit once', async () => {
  await token.send('minter', 'mint', people.ann.address, 100n);
  const signed = await permit(70n);
  await token.send('bob', 'permit', ...signed);
  await token.send('burner', 'burnFrom', people.ann.address, 70n);
  expect(await token.supply()).toBe(30n);
  expect(await revertOf(token.send('bob', 'permit', ...signed))).toBe('ERC2612InvalidSigner');
  expect(await revertOf(token.send('burner', 'burnFrom', people.ann.address, 1n))).toBe('ERC20InsufficientAllowance');
});

test.each<[string, PermitOptions, string]>([
  ['after its deadline', { seconds: -1n }, 'ERC2612ExpiredSignature'],
  ['by somebody else', { signer: 'bob' }, 'ERC2612InvalidSigner'],
  ['for another chain', { chain: 1 }, 'ERC2612InvalidSigner'],
  ['for another token', { verifyingContract: people.bob.address }, 'ERC2612InvalidSigner'],
])('a permit %s approves nothing', async (_, options, error) => {
  const signed = await permit(5n, options);
  expect(await revertOf(token.send('bob', 'permit', ...signed))).toBe(error);
  expect(await token.read('allowance', people.ann.address, people.burner.address)).toBe(0n);
});

test('a permit with another amount than was signed approves nothing', async () => {
  const [owner, spender, , ...rest] = await permit(5n);
  expect(await revertOf(token.send('bob', 'permit', owner, spender, 6n, ...rest))).toBe('ERC2612InvalidSigner');
});
