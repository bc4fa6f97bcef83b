import { CheckType } from '@wusd/api-sdk/domain';
import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import { AppError } from '../platform/errors/app-error.ts';
import { type AccessFailure, recordAccessFailures } from './access-failures.ts';
import {
  type Attempt,
  type Blocked,
  countAttempts,
  type Counted,
  failuresBeforeDelay,
  maxFailures,
  resetFailures,
  refundAttempts,
} from './factor-failures.ts';
import {
  type SelectedChecks,
  type ChallengeClaim,
  countTries,
  refundTries,
  invalidChallenge,
  type CheckSubmission,
  type CountedSubmission,
} from './challenge-tries.ts';
import { maxTries } from './codes.ts';
import { consumePasskeyCheck, copiedReason } from './passkey-assertions.ts';
import {
  consumeAuthenticatorCheck,
  factorOf,
  fieldOf,
  isSingleUse,
  type Verification,
  verifySentCode,
} from './factor-checks.ts';
import type { MfaHeader } from './mfa-header.ts';
import { deviceHash } from './known-devices.ts';
import type { Factor } from '../platform/database/types.ts';
import { scenes } from './scenes.ts';
import { findChallenge, offersOf, type Challenge } from './challenges.ts';

/**
 * Verifies one code for each check group of a challenge's scene, using one of its five tries. The try is counted
 * before the codes are compared, so that parallel guesses share the five tries. A wrong code also counts against the
 * account and factor, across challenges.
 *
 * @throws AppError CODE_INCORRECT with the remaining tries and the rejected check, CODE_EXPIRED, CODE_LOCKED,
 * CODE_PAUSED with the time of the next try, FACTOR_LOCKED, CHECK_MISSING (also for the checks of another scene),
 * CHALLENGE_INVALID, INTENT_EXPIRED
 */
export async function verifyChecks(services: Verification, mfa: MfaHeader, claim: ChallengeClaim): Promise<Challenge> {
  const subject = await findChallenge(services.db, services, mfa.challengeId ?? '');
  const [outcome] = await verifyAllChecks(services, [{ mfa, claim, subject }]);
  if (outcome?.refusal || !subject) throw outcome?.refusal ?? invalidChallenge(claim);
  return subject;
}

/**
 * Outcome of a submission: the error that {@link verifyChecks} would throw, or the assertion that approves its
 * payment, if there is one.
 */
export interface CheckOutcome {
  refusal?: AppError | undefined;
  assertion?: PaymentAssertion | undefined;
}

/** Verifies submissions of several customers, at most one per customer. */
export async function verifyAllChecks(
  services: Verification,
  all: readonly CheckSubmission[],
): Promise<CheckOutcome[]> {
  const found = all.map(selectChecks);
  const submissions = found.filter((each): each is SelectedChecks => !(each instanceof AppError));
  const outcomes = submissions.length === 0 ? undefined : await verifySelected(services, submissions);
  return found.map((each) => (each instanceof AppError ? { refusal: each } : (outcomes?.get(each) ?? {})));
}

/** Counts a try for each challenge and each factor, verifies the checks, then refunds the tries that did not fail. */
async function verifySelected(
  services: Verification,
  submissions: readonly SelectedChecks[],
): Promise<Map<SelectedChecks, CheckOutcome>> {
  const { tried, refusals } = await countTries(services, submissions);
  const attempts = tried.map(({ submission }) => attemptsOf(services, submission));
  const counted = await countAttempts(services, attempts.flat());
  const results: VerificationResults = { proved: [], unchecked: [], failures: [], unused: [] };
  const outcomes = new Map<SelectedChecks, CheckOutcome>();
  for (const [submission, refusal] of refusals) outcomes.set(submission, { refusal });
  for (const each of tried) {
    const own = counted.splice(0, each.submission.order.length);
    const counts = new Map(own.map((count, position) => [each.submission.order[position], count]));
    outcomes.set(each.submission, await verifySubmission(services, { ...each, counts }, results));
  }
  await resetFailures(services, results.proved);
  await refundAttempts(services, results.unchecked);
  await refundTries(services, results.unused);
  await recordAccessFailures(services, results.failures);
  return outcomes;
}

/** Results that are collected during the verification and stored at the end. */
interface VerificationResults {
  proved: Counted[];
  unchecked: Counted[];
  failures: AccessFailure[];
  /** Challenges whose try is refunded, because a factor is paused. */
  unused: string[];
}

/** Returns the checks to verify, or an error if they don't fit the challenge. An error counts no try. */
function selectChecks({ mfa, claim, subject }: CheckSubmission): SelectedChecks | AppError {
  const { sceneType, checks } = mfa;
  if (sceneType !== claim.scene) return new AppError('CHECK_MISSING');
  if (!subject || !fitsClaim(subject, claim)) return invalidChallenge(claim);

  // A caller without an account may use every check type: a list of bound factors would reveal that an account exists.
  const isStranger = !subject.holder || scenes[subject.scene].offersAll === true;
  const offered = isStranger
    ? subject.groups
    : offersOf(subject.groups, subject.holder).map((group) => group.map(({ checkType }) => checkType));
  const chosen = offered.map((group) => checks.findIndex(({ checkType }) => group.includes(checkType)));
  if (chosen.includes(-1)) return new AppError('CHECK_MISSING');
  // Single-use checks come last: a wrong email code must not consume the authenticator's time step.
  const order = [...new Set(chosen)].toSorted(
    (a, b) => Number(isSingleUse(checks[a])) - Number(isSingleUse(checks[b])),
  );
  return { mfa, claim, subject, order };
}

function fitsClaim(subject: Challenge, claim: ChallengeClaim): boolean {
  return (
    subject.scene === claim.scene &&
    (claim.customerId === undefined || subject.customerId === claim.customerId) &&
    (claim.sessionId === undefined || subject.sessionId === claim.sessionId) &&
    (claim.device === undefined || subject.device === claim.device) &&
    (claim.bodyHmac === undefined || subject.bodyHmac?.equals(claim.bodyHmac) === true)
  );
}

/** The factors that the checks count against, in order. */
function attemptsOf({ vault }: Verification, { mfa: { checks }, subject, order }: SelectedChecks): Attempt[] {
  const { account, customerId, device, scene } = subject;
  const hash = customerId !== null && device !== null ? deviceHash(vault, customerId, device) : null;
  const { authorizedBy, failureBucket = authorizedBy === 'intent' ? 'session' : 'sign-in' } = scenes[scene];
  return order.flatMap((index) => {
    const check = checks[index];
    return check ? { account, customerId, deviceHash: hash, bucket: failureBucket, factor: factorOf(check) } : [];
  });
}

const isBlocked = (count: Counted | Blocked): count is Blocked => !('failures' in count);

interface CountedAttempts extends CountedSubmission {
  /** Counts by position of the check. */
  counts: ReadonlyMap<number | undefined, Counted | Blocked>;
}

async function verifySubmission(
  services: Verification,
  judged: CountedAttempts,
  results: VerificationResults,
): Promise<CheckOutcome> {
  const { submission, tries, sent, counts } = judged;
  const { subject, order } = submission;
  let assertion: PaymentAssertion | undefined;
  for (const [index, count] of counts) {
    if (index === undefined || !isBlocked(count)) continue;
    results.unchecked.push(...[...counts.values()].filter((other): other is Counted => !isBlocked(other)));
    results.unused.push(subject.id);
    return { refusal: pausedAt(services, judged, index, count, results) };
  }
  const remainingTries = maxTries - tries;
  const incorrect = (index: number, reasonCode?: string): AppError =>
    remainingTries === 0
      ? new AppError('CODE_LOCKED')
      : new AppError(
          'CODE_INCORRECT',
          { remainingTries, field: fieldOf(index), ...(reasonCode === undefined ? {} : { reasonCode }) },
          { tries: remainingTries },
        );
  for (const [position, index] of order.entries()) {
    const check = submission.mfa.checks[index];
    const count = counts.get(index);
    if (!check || !count || isBlocked(count)) continue;
    const wrong = (reason?: string): AppError => incorrect(index, reason);
    const result =
      check.checkType === CheckType.PASSKEY
        ? await consumePasskeyCheck(services, subject, check.assertion, index)
        : await (isSingleUse(check)
            ? consumeAuthenticatorCheck(services, subject.holder, check, wrong)
            : verifySentCode(services, subject, check, sent, index, wrong));
    if (!(result instanceof AppError)) {
      results.proved.push(count);
      assertion ??= result;
      continue;
    }
    const rest = order.slice(position + 1).map((other) => counts.get(other));
    results.unchecked.push(...rest.filter((other): other is Counted => other !== undefined && !isBlocked(other)));
    // The code was correct but expired.
    if (result.errorName === 'CODE_EXPIRED') results.unchecked.push(count);
    else results.failures.push(...wrongCode(submission, count), ...copiedPasskey(submission, result));
    return { refusal: result };
  }
  return { assertion };
}

function recordOf({ claim, subject }: SelectedChecks, factor: Factor): Omit<AccessFailure, 'act'> {
  const { agent, network } = claim.origin();
  const { account, customerId } = subject;
  return { account: customerId ?? account, customerId: customerId ?? undefined, factor, agent, network };
}

/** Returns the log entry for a copied passkey. The owner is notified. */
function copiedPasskey(submission: SelectedChecks, { details }: AppError): AccessFailure[] {
  if (details.reasonCode !== copiedReason) return [];
  return [{ ...recordOf(submission, 'passkey'), act: 'copied passkey', notify: true }];
}

/** Returns the log entries for a wrong code. The owner is notified when failures pause or lock a factor. */
function wrongCode(submission: SelectedChecks, { factor, failures }: Counted): AccessFailure[] {
  const record = recordOf(submission, factor);
  return [
    { ...record, act: 'wrong code' },
    ...(failures === failuresBeforeDelay ? [{ ...record, act: 'codes paused', notify: true } as const] : []),
    ...(failures === maxFailures ? [{ ...record, act: 'codes locked', notify: true } as const] : []),
  ];
}

function pausedAt(
  { clock }: Verification,
  { submission }: CountedAttempts,
  index: number,
  { availableAt }: Blocked,
  results: VerificationResults,
): AppError {
  const check = submission.mfa.checks[index];
  const act = availableAt ? 'codes paused' : 'codes locked';
  if (check) results.failures.push({ ...recordOf(submission, factorOf(check)), act });
  const field = fieldOf(index);
  if (!availableAt) return new AppError('FACTOR_LOCKED', { field });
  const minutes = Math.max(1, Math.ceil((availableAt.getTime() - clock.now().getTime()) / 60_000));
  return new AppError('CODE_PAUSED', { availableAt: availableAt.toISOString(), field }, { minutes });
}
