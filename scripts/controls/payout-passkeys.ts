import type { Removal } from './removal.ts';

const assertions = 'apps/signer/src/passkey-assertions.ts';
const policy = 'apps/signer/src/policy.ts';
const test = 'apps/signer/test/passkeys.test.ts';

export const payoutPasskeyRemovals: readonly Removal[] = [
  {
    control: 25,
    file: assertions,
    find: '    expectedChallenge: challenge,\n',
    replace: '    expectedChallenge: () => true,\n',
    test,
    name: 'changes afterwards (control 25)',
  },
  {
    control: 25,
    file: assertions,
    find: '    requireUserVerification: true,\n',
    replace: '    requireUserVerification: false,\n',
    test,
    name: 'without user verification is refused (control 25)',
  },
  {
    control: 25,
    file: assertions,
    find: '    expectedOrigin: [...origins],\n',
    replace: "    expectedOrigin: [...origins, 'https://wallet.attacker.test'],\n",
    test,
    name: 'of another origin is refused (control 25)',
  },
  {
    control: 25,
    file: assertions,
    find: '    expectedRPID: rpId,\n',
    replace: "    expectedRPID: [rpId, 'attacker.test'],\n",
    test,
    name: 'for another domain is refused (control 25)',
  },
  {
    control: 25,
    file: assertions,
    find: '  return verified;\n',
    replace: '  return verified || response.signature.length > 0;\n',
    test,
    name: 'with a signature by another key is rejected (control 25)',
  },
  {
    control: 25,
    file: policy,
    find: 'if (challengeOwner !== undefined && challengeOwner !== payoutId)',
    replace: 'if (challengeOwner === payoutId && payoutId.length === 0)',
    test,
    name: 'counts for one payout, and not for a second one with the same amount and recipient (control 25)',
  },
  {
    control: 25,
    file: policy,
    find: 'const countsFrom = assertion.knownSince.getTime() + destinationHoldMs;',
    replace: 'const countsFrom = assertion.knownSince.getTime() + destinationHoldMs * 0;',
    test,
    name: "does not count before a day on the signer's clock has passed, even if its row claims an older date (control 25)",
  },
  {
    control: 25,
    file: policy,
    find: '(hasPasskey ? oneApprovalAbove : oneApprovalWithoutPasskeyAbove)',
    replace: '(hasPasskey || oneApprovalWithoutPasskeyAbove > 0n ? oneApprovalAbove : 0n)',
    test,
    name: 'without an assertion, a payout above the smaller limit needs an operator, and a payout below it needs none (control 25)',
  },
  {
    control: 25,
    file: 'apps/signer/src/credentials.ts',
    find: '  if (changed.length > 0) return undefined;\n',
    replace: '',
    test,
    name: 'to another key approves nothing, and the change is logged (control 25)',
  },
  {
    control: 25,
    file: assertions,
    find: 'known !== undefined && known.customerId === customerId',
    replace: 'known !== undefined && customerId.length > 0',
    test,
    name: 'to another customer approves no payout of that customer (control 25)',
  },
];
