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

/** Limits of a currency, in minor units at the ledger's scale. */
export interface CurrencyLimits {
  perPayout: bigint;
  /** Maximum within 24 hours, over all networks. */
  perDay: bigint;
  /** Amounts above this need the approval of one operator, and above `twoApprovalsAbove` of two. */
  oneApprovalAbove: bigint;
  /**
   * Amounts above this need the approval of an operator if no passkey has approved the payout. At most
   * `oneApprovalAbove`.
   */
  oneApprovalWithoutPasskeyAbove: bigint;
  twoApprovalsAbove: bigint;
  /** Maximum number of payouts within 24 hours, because each one costs a fee regardless of its amount. */
  payoutsPerDay: number;
}

export interface Policy {
  /** Currencies without limits are not paid out. */
  limits: ReadonlyMap<string, CurrencyLimits>;
  /** Time for which the signer must have known a destination to pay it, or a passkey to count its assertions. */
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

/** Browsers allow passkeys only on these origins. */
const isSecure = (origin: string): boolean => origin.startsWith('https://') || new URL(origin).hostname === 'localhost';

/** @throws Error that describes the problem of the file */
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

/** @throws Error if limits contradict each other, or if there are too few operators for the required approvals */
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

/** An earlier signature for a payout, and its status from the signer's own nodes. */
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

/** Facts that the signer determines itself, independently of the product's rows. */
export interface SignerFacts {
  now: Date;
  exclusion: Exclusion;
  firstSeenAt: Date;
  /**
   * Minor units of the currency that were signed within the last 24 hours, each payout once and excluding this one.
   */
  signedWithin24h: bigint;
  payoutsWithin24h: number;
  /** Time when enough of this amount is older than 24 hours. */
  availableAt: Date | undefined;
  earlier: readonly EarlierAttempt[];
  /** The payout that the nonce was signed for. */
  nonceOwner: string | undefined;
  /** Whether the sender may use the nonce next, according to the signer's own nodes. */
  isNonceOffered: boolean;
  /** Assertion of the customer's passkey; undefined if the order has none. */
  assertion: VerifiedAssertion | undefined;
  /** The payout that was signed with the assertion's challenge. */
  challengeOwner: string | undefined;
}

/** Basis on which a payout is signed. */
export interface Authorization {
  /** Operators whose approvals counted, sorted. */
  operators: string[];
  /** The passkey whose assertion counted. */
  credentialId?: Buffer | undefined;
  /** The challenge that the payout consumes, even if its passkey did not count. */
  challenge?: Buffer | undefined;
}

/** Authorization of a transaction that pays nothing more than an earlier signature. */
const nothingCounted: Authorization = { operators: [] };

/**
 * Decides whether a payout is signed.
 *
 * @throws PayoutRejected
 */
export function authorize(policy: Policy, order: OrderedPayout, facts: SignerFacts): Authorization {
  requireSamePayout(order, facts);
  requireExclusion(order, facts);
  // A cancellation pays nothing.
  if (order.kind === 'cancellation') return nothingCounted;
  // Replaces an attempt that was authorized: the network can include only one of both.
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

/**
 * @throws PayoutRejected if the order has an assertion that does not approve exactly this payout, or that approved
 * another one
 */
function requireValidAssertion({ payoutId }: OrderedPayout, { assertion, challengeOwner }: SignerFacts): void {
  if (!assertion) return;
  if (!assertion.isValid)
    throw new PayoutRejected("The customer's passkey has not approved the payout as it is ordered", 'passkey-invalid');
  if (challengeOwner !== undefined && challengeOwner !== payoutId)
    throw new PayoutRejected("The passkey's assertion was used for another payout", 'passkey-invalid');
}

/**
 * Returns the passkey if the signer has known it for long enough. An attacker who controls the server could have added
 * a passkey recently.
 */
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

/**
 * @throws PayoutRejected if the payout differs from its first signature, if the nonce belongs to another payout, or if
 * there is no signature to cancel
 */
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
 * @throws PayoutRejected for a new nonce that the network does not offer. Such a value excludes no second transaction:
 * on Solana a transaction with any recent block hash is valid.
 */
function requireFreshNonce({ nonceOwner, isNonceOffered }: SignerFacts): void {
  if (nonceOwner === undefined && !isNonceOffered)
    throw new PayoutRejected('The network does not offer the nonce to the sender now', 'earlier-attempt');
}

/**
 * Shorter than the history of nodes: on the fastest of our networks they forget a transaction's block after twelve
 * days.
 */
const nodeHistoryMs = 7 * 24 * 3_600_000;
const maxAttempts = 20;

/**
 * @throws PayoutRejected if the network could include both this attempt and an earlier one, or if there are too many
 * or too old attempts
 */
function requireExclusion(order: OrderedPayout, { earlier, exclusion, now }: SignerFacts): void {
  const [shared, others] = [
    earlier.filter((each) => hasNonceOf(order, each)),
    earlier.filter((each) => !hasNonceOf(order, each)),
  ];
  const statuses = (attempts: readonly EarlierAttempt[]): PayoutStatus[] => attempts.map(({ status }) => status);
  // A cancellation pays nothing, even if it is included.
  const payouts = others.filter(({ kind }) => kind === 'payout');
  if (payouts.some(({ signedAt }) => now.getTime() - signedAt.getTime() > nodeHistoryMs))
    throw new PayoutRejected('An earlier attempt is so old that nodes may have forgotten its block', 'conflict');
  if (earlier.length >= maxAttempts) throw new PayoutRejected('The payout was signed too often', 'conflict');
  if (!maySignAnew(statuses(payouts)) || (shared.length > 0 && !mayReplace(exclusion, statuses(shared))))
    throw new PayoutRejected('An earlier attempt of the payout may still be included', 'earlier-attempt');
}
