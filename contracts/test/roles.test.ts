import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { adminDelay, people, personNames, revertOf, startToken } from '../testing/token.ts';

// Berlin's rules are the oldest ones that a network of ours runs by (Viction).
describe.each(['berlin', undefined] as const)('by the rules of %s', async (hardfork) => {
  const token = await startToken({ chainId: 8453, hardfork });
  afterAll(() => token.stop());
  const { ann, bob, burner, minter } = people;

  let before: `0x${string}`;
  beforeEach(async () => {
    before = await token.client.snapshot();
    return () => token.client.revert({ id: before });
  });

  test('the token has six decimals, and no supply at first', async () => {
    expect(await Promise.all(['name', 'symbol', 'decimals', 'totalSupply'].map((each) => token.read(each)))).toEqual([
      'WUSD',
      'WUSD',
      6,
      0n,
    ]);
  });

  test.each([
    ['mint', ['minter'], [ann.address, 1n]],
    ['burnFrom', ['burner'], [ann.address, 0n]],
    ['pause', ['pauser'], []],
  ])('%s is allowed to %s alone', async (name, allowed, args) => {
    const answers = await Promise.all(
      personNames.map(async (person) => {
        const call = { abi: token.abi, address: token.address, functionName: name, args, account: people[person] };
        return [person, await revertOf(token.client.simulateContract(call))];
      }),
    );
    const refused = personNames.filter((person) => !allowed.includes(person));
    expect(answers.filter(([, error]) => error === undefined)).toEqual(allowed.map((each) => [each, undefined]));
    expect(answers.filter(([, error]) => error === 'AccessControlUnauthorizedAccount').map(([who]) => who)).toEqual(
      refused,
    );
  });

  test('a burner takes nothing that was not approved, and no more than was approved', async () => {
    await token.send('minter', 'mint', ann.address, 100n);
    expect(await revertOf(token.send('burner', 'burnFrom', ann.address, 1n))).toBe('ERC20InsufficientAllowance');
    await token.send('ann', 'approve', burner.address, 60n);
    expect(await revertOf(token.send('burner', 'burnFrom', ann.address, 61n))).toBe('ERC20InsufficientAllowance');
    await token.send('burner', 'burnFrom', ann.address, 60n);
    expect([await token.balanceOf('ann'), await token.supply()]).toEqual([40n, 40n]);
  });

  test('a burner burns its own without an approval, and never more than it has', async () => {
    await token.send('minter', 'mint', burner.address, 5n);
    expect(await revertOf(token.send('burner', 'burnFrom', burner.address, 6n))).toBe('ERC20InsufficientBalance');
    await token.send('burner', 'burnFrom', burner.address, 5n);
    expect(await token.supply()).toBe(0n);
  });

  test('the supply can’t exceed what 256 bits hold', async () => {
    await token.send('minter', 'mint', ann.address, 2n ** 256n - 1n);
    await expect(token.send('minter', 'mint', bob.address, 1n)).rejects.toThrow('overflow');
  });

  test('a revoked minter mints no more', async () => {
    await token.send('admin', 'revokeRole', await token.read('MINTER_ROLE'), minter.address);
    expect(await revertOf(token.send('minter', 'mint', ann.address, 1n))).toBe('AccessControlUnauthorizedAccount');
  });

  test('a pause stops transfers, mints and burns until the admin ends it', async () => {
    await token.send('minter', 'mint', ann.address, 10n);
    await token.send('minter', 'mint', burner.address, 10n);
    await token.send('ann', 'approve', bob.address, 10n);
    await token.send('pauser', 'pause');
    const stopped = [
      token.send('ann', 'transfer', bob.address, 1n),
      token.send('bob', 'transferFrom', ann.address, bob.address, 1n),
      token.send('minter', 'mint', ann.address, 1n),
      token.send('burner', 'burnFrom', burner.address, 1n),
    ];
    expect(await Promise.all(stopped.map(revertOf))).toEqual(Array(4).fill('EnforcedPause'));
    expect(await revertOf(token.send('pauser', 'unpause'))).toBe('AccessControlUnauthorizedAccount');
    await token.send('admin', 'unpause');
    await token.send('ann', 'transfer', bob.address, 1n);
    expect(await token.balanceOf('bob')).toBe(1n);
  });

  test('the admin changes in two steps with a wait between them', async () => {
    await token.send('admin', 'beginDefaultAdminTransfer', bob.address);
    expect(await revertOf(token.send('bob', 'acceptDefaultAdminTransfer'))).toBe(
      'AccessControlEnforcedDefaultAdminDelay',
    );
    expect(await token.read('owner')).toBe(people.admin.address);
    await token.client.increaseTime({ seconds: adminDelay + 1 });
    await token.mine();
    expect(await revertOf(token.send('ann', 'acceptDefaultAdminTransfer'))).toBe('AccessControlInvalidDefaultAdmin');
    await token.send('bob', 'acceptDefaultAdminTransfer');
    expect(await token.read('owner')).toBe(bob.address);
    expect(await revertOf(token.send('admin', 'unpause'))).toBe('AccessControlUnauthorizedAccount');
  });

  test('a second admin can’t be granted in one step', async () => {
    const role = await token.read('DEFAULT_ADMIN_ROLE');
    expect(await revertOf(token.send('admin', 'grantRole', role, bob.address))).toBe(
      'AccessControlEnforcedDefaultAdminRules',
    );
  });
});
