import { CheckType, SceneType } from '@wusd/api-sdk/domain';
import { recordAccessFailures } from '../../../commands/access-failures.ts';
import { findChallenge, openChallenge } from '../../../commands/challenges.ts';
import { type Customer, findCustomer } from '../../../commands/customers.ts';
import type { MfaHeader } from '../../../commands/mfa-header.ts';
import { consumeAssertion, copiedReason, findPasskey, type Rejection } from '../../../commands/passkey-assertions.ts';
import { requestOptions, type RequestOptions } from '../../../commands/passkey-options.ts';
import { transact } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Origin } from '../../../platform/security/origin.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import type { Services } from '../../services.ts';
import { countSignInFailures, forgetSignInFailures, isSignInPaused, signInsPerAddress } from './sign-in-failures.ts';

/** Opens a challenge without a customer. Any discoverable passkey can answer it, but no other factor. */
export async function openPasskeySignIn(
  services: Services,
  { device, address }: Origin,
): Promise<{ challengeId: string; options: RequestOptions; expiresAt: string }> {
  await consumeRateLimit(services, `passkey-options:${address}`, ...signInsPerAddress);
  return transact(services.db, async (trx) => {
    const { id, expiresAt } = await openChallenge(trx, services, {
      scene: SceneType.LOGIN,
      customerId: undefined,
      device,
      groups: [[CheckType.PASSKEY]],
    });
    return {
      challengeId: id,
      options: await requestOptions(trx, services, id, []),
      expiresAt: expiresAt.toISOString(),
    };
  });
}

/**
 * Verifies a passkey that signs in without a password. An unknown, removed or paused passkey and a wrong assertion
 * return the error of wrong credentials. Failures are counted per credential, as password failures are counted per
 * account.
 *
 * @throws AppError CHECK_MISSING, CHALLENGE_INVALID, INVALID_CREDENTIALS, ACCOUNT_UNAVAILABLE (after a correct
 *   assertion only), TOO_MANY_REQUESTS
 */
export async function checkPasskey(
  services: Services,
  { sceneType, challengeId = '', checks }: MfaHeader,
  origin: Origin,
): Promise<Customer> {
  const { db, vault } = services;
  await consumeRateLimit(services, `login:${origin.address}`, ...signInsPerAddress);
  const assertion = checks[0]?.assertion;
  if (sceneType !== SceneType.LOGIN || assertion === undefined) throw new AppError('CHECK_MISSING');
  await assertOpen(services, challengeId, origin);

  const account = vault.blindIndex(assertion.id, 'passkey-failures');
  const isPaused = await isSignInPaused(services, account, origin);
  const passkey = await findPasskey(db, assertion.id);
  const { rejection }: { rejection?: Rejection | undefined } = passkey
    ? await consumeAssertion(services, challengeId, passkey, assertion)
    : { rejection: 'unknown-passkey' };
  if (isPaused || !passkey || rejection !== undefined) {
    if (!isPaused) await countSignInFailures(services, account, origin);
    await recordFailure(services, { account, customerId: passkey?.customer_id, origin, rejection });
    throw new AppError('INVALID_CREDENTIALS');
  }
  await forgetSignInFailures(services, account, origin);
  const customer = await findCustomer(db, vault, passkey.customer_id);
  if (customer?.status !== 'active') throw new AppError('ACCOUNT_UNAVAILABLE');
  return customer;
}

/**
 * @throws AppError CHALLENGE_INVALID for a challenge that belongs to a password sign-in or another device, or is used
 *   or expired
 */
async function assertOpen(services: Services, id: string, { device }: Origin): Promise<void> {
  const challenge = await findChallenge(services.db, services, id);
  const isOpen =
    challenge?.scene === SceneType.LOGIN &&
    challenge.customerId === null &&
    challenge.device === device &&
    challenge.consumedAt === null &&
    challenge.expiresAt > services.clock.now();
  if (!isOpen) throw new AppError('CHALLENGE_INVALID');
}

interface Failure {
  account: Buffer;
  customerId: string | undefined;
  origin: Origin;
  rejection: Rejection | undefined;
}

function recordFailure(services: Services, { account, customerId, origin, rejection }: Failure): Promise<void> {
  const { agent, network } = origin;
  const isCopied = rejection === copiedReason;
  return recordAccessFailures(services, [
    {
      account: customerId ?? `passkey:${account.toString('hex')}`,
      customerId,
      act: isCopied ? 'copied passkey' : 'wrong passkey',
      factor: 'passkey',
      agent,
      network,
      notify: isCopied,
    },
  ]);
}
