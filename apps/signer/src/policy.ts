import { readFileSync } from 'node:fs';
import { compare, toMinor } from '@wusd/api-sdk/money';
import { isApprovedBy } from '@wusd/payouts/approvals';
import { directoryOf, type OperatorDirectory, operatorList, parseFile } from '@wusd/payouts/operators';
import { type Exclusion, mayReplace, maySignAnew, PayoutRejected, type PayoutStatus } from '@wusd/payouts/payout-port';
import { currencyOf, scaleOf } from '@wusd/server-kit/registry/currencies';
import { isOriginOf } from '@wusd/server-kit/relying-party';
import * as v from 'valibot';
import type { OrderedPayout } from './ordered-payouts.ts';
import type { RelyingParty, VerifiedAssertion } from './passkey-assertions.ts';

/** Minor units at the ledger's scale. */
export interface CurrencyLimits {
  perPayout: bigint;
  /** Within 24 hours, over all networks. */
  perDay: bigint;
  /** Above it an operator signs, above `twoApprovalsAbove` two. */
  oneApprovalAbove: bigint;
  /** Above it an operator signs what no passkey has approved. At most `oneApprovalAbove`. */
  oneApprovalWithoutPasskeyAbove: bigint;
  twoApprovalsAbove: bigint;
  /** How many payouts within 24 hours: each costs a fee, however small it is. */
  payoutsPerDay: number;
}

export interface Policy {
  /** A currency that is left out is not paid out. */
  limits: ReadonlyMap<string, CurrencyLimits>;
  /** How long the signer has to know a destination to pay it, and a passkey to count its assertions. */
  destinationHoldMs: number;
  passkeys: RelyingParty;
  operators: OperatorDirectory;
}

const amount = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, 'must be a decimal number as text'));
const policyFile = v.strictObject({
  destinationHoldHours: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(720)), 24),
  limits: v.record(
    v.string(),
    v.strictObject({
      perPayout: amount,
      perDay: amount,
      oneApprovalAbove: amount,
      oneApprovalWithoutPasskeyAbove: v.optional(amount),
      twoApprovalsAbove: amount,
      payoutsPerDay: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 5000),
    }),
  ),
  passkeys: v.pipe(
    v.strictObject({
      rpId: v.pipe(v.string(), v.minLength(1)),
      origins: v.pipe(v.array(v.string()), v.minLength(1)),
    }),
    v.check(
      ({ rpId, origins }) => origins.every((origin) => isOriginOf(rpId, origin) && isSecure(origin)),
      'needs origins with https:// that are those of rpId or below it',
    ),
  ),
  operators: operatorList,
});

/** Browsers offer passkeys to no other pages. */
const isSecure = (origin: string): boolean => origin.startsWith('https://') || new URL(origin).hostname === 'localhost';

/** @throws Error that says what is wrong with the file */
export function readPolicy(file: string): Policy {
  const { destinationHoldHours, limits, passkeys, operators } = parseFile(policyFile, readFileSync(file, 'utf8'));
  requireConsistent(limits, operators.length);
  return {
    destinationHoldMs: destinationHoldHours * 3_600_000,
    passkeys,
    operators: directoryOf(operators),
    limits: new Map(
      Object.entries(limits).map(([currency, each]) => {
        const minor = (text: string): bigint => toMinor(text, scaleOf(currencyOf(currency)));
        return [
          currency,
          {
            perPayout: minor(each.perPayout),
            perDay: minor(each.perDay),
            oneApprovalAbove: minor(each.oneApprovalAbove),
            oneApprovalWithoutPasskeyAbove: minor(each.oneApprovalWithoutPasskeyAbove ?? each.oneApprovalAbove),
            twoApprovalsAbove: minor(each.twoApprovalsAbove),
            payoutsPerDay: each.payoutsPerDay,
          },
        ];
      }),
    ),
  };
}

/** @throws Error if limits contradict each other, or nobody could approve what needs approvals */
function requireConsistent(limits: v.InferOutput<typeof policyFile>['limits'], operators: number): void {
  for (const [currency, each] of Object.entries(limits)) {
    const { perPayout, perDay, oneApprovalAbove, twoApprovalsAbove } = each;
    const { oneApprovalWithoutPasskeyAbove = oneApprovalAbove } = each;
    if (compare(oneApprovalWithoutPasskeyAbove, oneApprovalAbove) > 0)
      throw new Error(`limits.${currency}: oneApprovalWithoutPasskeyAbove is above oneApprovalAbove`);
    if (compare(oneApprovalAbove, twoApprovalsAbove) > 0)
      throw new Error(`limits.${currency}: oneApprovalAbove is above twoApprovalsAbove`);
    if (compare(perPayout, perDay) > 0) throw new Error(`limits.${currency}: perPayout is above perDay`);
    const needed =
      compare(perPayout, twoApprovalsAbove) > 0 ? 2 : compare(perPayout, oneApprovalWithoutPasskeyAbove) > 0 ? 1 : 0;
    if (operators < needed) throw new Error(`limits.${currency} need ${needed} operators, and there are ${operators}`);
  }
}

/** What was signed for a payout before, and what the signer's own nodes say of it. */
export interface EarlierAttempt {
  kind: OrderedPayout['kind'];
  sender: string;
  nonce: string;
  networkId: number;
  to: string;
  memo: string;
  currency: string;
  amount: bigint;
  signedAt: Date;
  status: PayoutStatus;
}

/** What the signer knows by itself, and no row of the product can tell it. */
export interface SignerFacts {
  now: Date;
  exclusion: Exclusion;
  firstSeenAt: Date;
  /** Minor units of the currency that were signed within the last 24 hours, each payout once and without this one. */
  signedWithin24h: bigint;
  payoutsWithin24h: number;
  /** When enough of it is 24 hours old. */
  availableAt: Date | undefined;
  earlier: readonly EarlierAttempt[];
  /** The payout that the nonce was signed for. */
  nonceOwner: string | undefined;
  /** Whether the signer's own nodes say that the sender may use the nonce next. */
  isNonceOffered: boolean;
  /** Of the customer's passkey; undefined where the order has none. */
  assertion: VerifiedAssertion | undefined;
  /** The payout that was signed with the assertion's challenge. */
  challengeOwner: string | undefined;
}

/** Why a payout is signed. */
export interface Authorization {
  /** Whose signatures counted, sorted. */
  operators: string[];
  /** The passkey whose assertion counted. */
  credentialId?: Buffer | undefined;
  /** The challenge that the payout uses up, whether or not its passkey counted. */
  challenge?: Buffer | undefined;
}

/** Of what pays nothing, or nothing more than what was signed before. */
const nothingCounted: Authorization = { operators: [] };

/**
 * Decides whether a payout is signed.
 *
 * @throws PayoutRejected
 */
export function authorize(policy: Policy, order: OrderedPayout, facts: SignerFacts): Authorization {
  requireSamePayout(order, facts);
  requireExclusion(order, facts);
  // It pays nothing.
  if (order.kind === 'cancellation') return nothingCounted;
  // In place of an attempt that was allowed: only one of both can be included.
  if (facts.earlier.some((each) => each.kind === 'payout' && hasNonceOf(order, each))) return nothingCounted;
  requireFreshNonce(facts);
  requireValidAssertion(order, facts);
  const limits = policy.limits.get(order.currency);
  if (!limits) throw new PayoutRejected(`The policy has no limits for ${order.currency}`, 'not-configured');
  if (order.amount <= 0n) throw new PayoutRejected('There is no amount', 'nothing-to-sign');
  if (facts.payoutsWithin24h >= limits.payoutsPerDay)
    throw new PayoutRejected('The limit of payouts within 24 hours is used up', 'velocity-limit', facts.availableAt);
  if (order.amount > limits.perPayout)
    throw new PayoutRejected('The amount exceeds the limit of one payout', 'payout-limit');
  const heldUntil = new Date(facts.firstSeenAt.getTime() + policy.destinationHoldMs);
  if (heldUntil > facts.now)
    throw new PayoutRejected('The signer has not known the destination for long enough', 'new-destination', heldUntil);
  const operators = approversOf(policy, order);
  const credentialId = countedPasskey(policy, facts);
  if (operators.length < neededApprovals(limits, order.amount, credentialId !== undefined))
    throw new PayoutRejected('The amount needs more signatures of operators', 'approval-missing');
  if (facts.signedWithin24h + order.amount > limits.perDay)
    throw new PayoutRejected('The limit of 24 hours is used up', 'velocity-limit', facts.availableAt);
  return { operators, credentialId, challenge: facts.assertion?.challenge };
}

/** An assertion approves one payout, exactly as it is ordered. */
function requireValidAssertion({ payoutId }: OrderedPayout, { assertion, challengeOwner }: SignerFacts): void {
  if (!assertion) return;
  if (!assertion.isValid)
    throw new PayoutRejected("The customer's passkey has not approved the payout as it is ordered", 'passkey-invalid');
  if (challengeOwner !== undefined && challengeOwner !== payoutId)
    throw new PayoutRejected("The passkey's assertion was used for another payout", 'passkey-invalid');
}

/** Whoever controls the server could have added a passkey just now: one that the signer has not known for long proves nothing yet. */
function countedPasskey({ destinationHoldMs }: Policy, { assertion, now }: SignerFacts): Buffer | undefined {
  if (!assertion?.knownSince) return undefined;
  const countsFrom = assertion.knownSince.getTime() + destinationHoldMs;
  return countsFrom <= now.getTime() ? assertion.credentialId : undefined;
}

const neededApprovals = (
  { oneApprovalAbove, oneApprovalWithoutPasskeyAbove, twoApprovalsAbove }: CurrencyLimits,
  amount: bigint,
  hasPasskey: boolean,
): 0 | 1 | 2 => {
  if (amount > twoApprovalsAbove) return 2;
  return amount > (hasPasskey ? oneApprovalAbove : oneApprovalWithoutPasskeyAbove) ? 1 : 0;
};

function approversOf({ operators }: Policy, order: OrderedPayout): string[] {
  const approvers = order.approvals.filter(({ operator, signature }) => {
    const publicKey = operators.get(operator);
    return publicKey !== undefined && isApprovedBy(publicKey, order, signature);
  });
  return [...new Set(approvers.map(({ operator }) => operator))].toSorted();
}

/** A payout stays what it was when it was first signed, and its nonce with it. */
function requireSamePayout(order: OrderedPayout, { earlier, nonceOwner }: SignerFacts): void {
  const isSame = earlier.every(
    ({ networkId, to, memo, currency, amount }) =>
      networkId === order.networkId &&
      to === order.to &&
      memo === (order.memo ?? '') &&
      currency === order.currency &&
      amount === order.amount,
  );
  if (!isSame) throw new PayoutRejected('The payout differs from what was signed for it before', 'conflict');
  if (nonceOwner !== undefined && nonceOwner !== order.payoutId)
    throw new PayoutRejected('The nonce belongs to another payout', 'nonce-taken');
  if (order.kind === 'cancellation' && nonceOwner === undefined)
    throw new PayoutRejected('Nothing was signed with the nonce that is to be cancelled', 'nothing-to-sign');
}

const hasNonceOf = (order: OrderedPayout, { sender, nonce }: EarlierAttempt): boolean =>
  sender === order.sender && nonce === order.nonce;

/**
 * A nonce excludes other transactions only if it is the network's: on Solana a transaction with any recent block hash in its place is
 * included as well.
 */
function requireFreshNonce({ nonceOwner, isNonceOffered }: SignerFacts): void {
  if (nonceOwner === undefined && !isNonceOffered)
    throw new PayoutRejected('The network does not offer the nonce to the sender now', 'earlier-attempt');
}

/** Nodes forget in which block a transaction is: the fastest of our networks after twelve days. */
const nodeHistoryMs = 7 * 24 * 3_600_000;
const maxAttempts = 20;

/** Two attempts of a payout exist at once only where the network includes no more than one of them. */
function requireExclusion(order: OrderedPayout, { earlier, exclusion, now }: SignerFacts): void {
  const [shared, others] = [
    earlier.filter((each) => hasNonceOf(order, each)),
    earlier.filter((each) => !hasNonceOf(order, each)),
  ];
  const statuses = (attempts: readonly EarlierAttempt[]): PayoutStatus[] => attempts.map(({ status }) => status);
  // A cancellation pays nothing, whatever becomes of it.
  const payouts = others.filter(({ kind }) => kind === 'payout');
  if (payouts.some(({ signedAt }) => now.getTime() - signedAt.getTime() > nodeHistoryMs))
    throw new PayoutRejected('An earlier attempt is so old that nodes may have forgotten its block', 'conflict');
  if (earlier.length >= maxAttempts) throw new PayoutRejected('The payout was signed too often', 'conflict');
  if (!maySignAnew(statuses(payouts)) || (shared.length > 0 && !mayReplace(exclusion, statuses(shared))))
    throw new PayoutRejected('An earlier attempt of the payout may still be included', 'earlier-attempt');
}
