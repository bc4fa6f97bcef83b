import { audit } from '../../platform/audit/audit.ts';
import { transact, type Trx } from '../../platform/database/database.ts';
import { type Exclusion, isDead, maySignAnew, PayoutRejected } from '@wusd/payouts/payout-port';
import { familyOf, networkNameOf } from '@wusd/server-kit/registry/networks';
import { lockUnchanged, transitionUnchanged } from '../transfers/crypto/observed-withdrawals.ts';
import { orderAttempt, signOrder } from '../transfers/crypto/payout-orders.ts';
import { attemptsOf, observe, type ObservedAttempt } from '../transfers/crypto/signed-payouts.ts';
import type { Services } from '../services.ts';
import { OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

/**
 * Cancels a stuck payout without the risk of paying twice: a cancelling transaction spends the payout's nonce. Once it
 * is final, an operator can approve the withdrawal, which signs it again, or reject it.
 *
 * @throws OperatorError NOT_FOUND if the payout is not in flight, CONFLICT if it is in a block, is being cancelled or
 *   has changed, UNAVAILABLE if the cancellation can't be signed now
 */
export async function cancelPayout(
  services: Services,
  id: string,
  why: string,
  operator: string,
): Promise<CommandResult<'cancellation-broadcast' | 'payout-displaced'>> {
  const { db, clock, gateways } = services;
  const row = await db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirst();
  const attempts = await attemptsOf(db, id);
  const [latest] = attempts;
  if (row?.direction !== 'withdrawal' || row.status !== 'processing' || !latest)
    throw new OperatorError('NOT_FOUND', `${id} is not a payout in flight.`);
  const { network_id: networkId, sender, nonce } = latest;
  const observed = { id, status: 'processing', attempt: latest.attempt } as const;
  const payouts = (await observe(services, attempts)).filter(({ attempt }) => attempt.kind === 'payout');
  const inBlock = payouts.find(isInBlock);
  if (inBlock)
    throw new OperatorError(
      'CONFLICT',
      `${id} is in a block, as transaction ${inBlock.attempt.hash}, and can't be cancelled.`,
    );
  const statuses = payouts.map(({ status }) => status);
  if (maySignAnew(statuses)) {
    if (!statuses.includes('displaced'))
      throw new OperatorError('CONFLICT', `${id} has expired on its network, and is sent anew by itself.`);
    await transitionUnchanged(services, observed, { to: 'to be confirmed', reason: 'displaced' });
    return { type: 'payout-displaced', id, nonce, sender };
  }
  if ((await gateways.payouts.exclusion(networkId)) === 'expiry')
    throw new OperatorError(
      'CONFLICT',
      `${id} can't be cancelled: ${networkNameOf(networkId)} has no nonces. It is sent anew by itself once it has expired.`,
    );
  if (latest.kind === 'cancellation')
    throw new OperatorError(
      'CONFLICT',
      `${id} is being cancelled by transaction ${latest.hash}. Wait until that is final.`,
    );

  const cancel = async (trx: Trx, price: string) => {
    const locked = await lockUnchanged(trx, services, observed);
    if (!locked) return undefined;
    await audit(trx, clock, {
      customerId: locked.customer_id,
      actor: 'Operations',
      act: 'payout cancellation ordered',
      details: { withdrawal: id, operator, why },
    });
    return orderAttempt(trx, services, locked, { sender, nonce, price, kind: 'cancellation' });
  };
  const hash = await gateways.payouts
    .replacementPrice(networkId, latest.price)
    .then((price) => transact(db, (trx) => cancel(trx, price)))
    .then((order) => order && signOrder(services, order))
    .catch((error: unknown) => {
      if (!(error instanceof PayoutRejected)) throw error;
      throw new OperatorError('UNAVAILABLE', describeRefusal(error, networkId, sender));
    });
  if (hash === undefined)
    throw new OperatorError('CONFLICT', `${id} has changed in the meantime. Check the queue again.`);
  return { type: 'cancellation-broadcast', id, hash, nonce, sender, network: networkNameOf(networkId) };
}

const isInBlock = ({ status }: ObservedAttempt): boolean => typeof status === 'object' && status.confirmations > 0;

function describeRefusal({ reason, message }: PayoutRejected, networkId: number, sender: string): string {
  if (reason === 'key-missing')
    return `Cancelling needs the key of ${sender}: add it to WUSD_RETIRED_${familyOf(networkId).toUpperCase()}_PAYOUT_KEYS of the process that signs, restart that, and try again.`;
  return reason === 'fee-limit' ? `${message}. Try again later.` : message;
}

/** Time after signing until a payout that is in no block is listed for operators. */
const stuckMs = 30 * 60_000;

export interface StuckPayout {
  id: string;
  customerId: string;
  signedAt: Date;
  network: string;
  /** Whether and how the payout can be cancelled by its nonce. */
  exclusion: Exclusion;
  sender: string;
  nonce: string;
  hash: string;
  why: string;
}

/** Lists payouts that are in no block long after they were signed, with their status on the network. */
export async function stuckPayouts(services: Services): Promise<StuckPayout[]> {
  const { db, clock } = services;
  const rows = await db
    .selectFrom('crypto_transaction')
    .select(['id', 'customer_id'])
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .where('confirmations', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('signed_tx')
          .select('attempt')
          .whereRef('withdrawal_id', '=', 'crypto_transaction.id')
          .where('signed_at', '<=', new Date(clock.now().getTime() - stuckMs)),
      ),
    )
    .execute();
  return Promise.all(
    rows.map(async ({ id, customer_id: customerId }) => {
      const attempts = await attemptsOf(db, id);
      const [latest] = attempts;
      if (!latest) throw new Error(`Payout ${id} is processing but has no signed transaction`);
      const why = await observe(services, attempts).then(
        (observed) => explain(observed),
        () => 'its node does not answer',
      );
      return {
        id,
        customerId,
        signedAt: attempts.at(-1)?.signed_at ?? latest.signed_at,
        network: networkNameOf(latest.network_id),
        exclusion: await services.gateways.payouts.exclusion(latest.network_id),
        sender: latest.sender,
        nonce: latest.nonce,
        hash: latest.hash,
        why,
      };
    }),
  );
}

function explain(observed: readonly ObservedAttempt[]): string {
  const [latest] = observed;
  const cancelling = latest?.attempt.kind === 'cancellation' ? 'being cancelled: ' : '';
  if (observed.some(isInBlock)) return `${cancelling}in a block that is not final yet`;
  if (observed.every(({ status }) => isDead(status)))
    return observed.some(({ status }) => status === 'displaced')
      ? `${cancelling}another transaction has its nonce`
      : 'it has expired and is sent anew';
  return latest?.status === 'unknown'
    ? `${cancelling}its network does not know it; it is sent again each round`
    : `${cancelling}in its network's pool, in no block`;
}
