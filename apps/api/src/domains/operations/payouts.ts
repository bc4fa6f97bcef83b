import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { PayoutRefused } from '../../gateways/ports.ts';
import { networkNameOf } from '../config/offering.ts';
import { lockUnchanged, transitionUnchanged } from '../transfers/crypto/observed-withdrawals.ts';
import { attemptsOf, observe, type ObservedAttempt, signCancellation } from '../transfers/crypto/signed-payouts.ts';
import type { Services } from '../services.ts';

/**
 * Ends a payout that is stuck, without ever risking that it is paid twice: its nonce is spent by a cancelling transaction, and only once
 * that is final does the withdrawal wait for a person, who signs it anew or gives the money back.
 *
 * @returns what to print
 * @throws RangeError where it is not on its way, is in a block, or can't be cancelled now
 */
export async function releasePayout(
  services: Services,
  id: string | undefined,
  why: string | undefined,
  operator: string,
): Promise<string> {
  if (id === undefined || why === undefined || why.trim() === '')
    throw new RangeError('Usage: release-payout <withdrawal> --why <text>');
  const { db, clock, gateways } = services;
  const row = await db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirst();
  const attempts = await attemptsOf(db, id);
  const [latest] = attempts;
  if (row?.direction !== 'withdrawal' || row.status !== 'processing' || !latest)
    throw new RangeError(`${id} is no payout on its way.`);
  const { network_id: networkId, sender, nonce } = latest;
  const observed = { id, status: 'processing', attempt: latest.attempt } as const;
  const payouts = (await observe(services, attempts)).filter(({ attempt }) => attempt.kind === 'payout');
  const inBlock = payouts.find(isInBlock);
  if (inBlock) throw new RangeError(`${id} is in a block: transaction ${inBlock.attempt.hash}. It can't be released.`);
  if (payouts.every(({ status }) => status === 'displaced')) {
    await transitionUnchanged(services, observed, { to: 'to be confirmed', reason: 'displaced' });
    return `${id}: another transaction has used nonce ${nonce} of ${sender} for good. Approve it to sign it anew, or reject it.`;
  }
  if (latest.kind === 'cancellation')
    throw new RangeError(`${id} is being cancelled by transaction ${latest.hash}. It waits until that is final.`);

  const price = await gateways.payouts.replacementPrice(networkId, latest.price);
  const signed = await transact(db, async (trx) => {
    const locked = await lockUnchanged(trx, services, observed);
    if (!locked) return undefined;
    await audit(trx, clock, {
      customerId: locked.customer_id,
      actor: 'Operations',
      act: 'payout cancellation ordered',
      details: { withdrawal: id, operator, why: why.trim() },
    });
    return signCancellation(trx, services, locked, { sender, nonce: BigInt(nonce), price });
  }).catch((error: unknown) => {
    if (error instanceof PayoutRefused) throw new RangeError(refusal(error, sender));
    throw error;
  });
  if (!signed) throw new RangeError(`${id} has moved on meanwhile. Look at the queue again.`);
  await gateways.payouts.broadcast(networkId, signed.raw);
  return `${id}: transaction ${signed.hash} cancels nonce ${nonce} of ${sender} on ${networkNameOf(networkId)}. Once it is final the withdrawal waits for you.`;
}

const isInBlock = ({ status }: ObservedAttempt): boolean => typeof status === 'object' && status.confirmations > 0;

function refusal({ reason, message }: PayoutRefused, sender: string): string {
  if (reason === 'key-missing')
    return `Cancelling needs the key of ${sender}: add it to WUSD_RETIRED_EVM_PAYOUT_KEYS and try again.`;
  return reason === 'fee-limit' ? 'The network asks for a higher fee than the signer pays. Try again later.' : message;
}

/** A payout that is in no block for so long is shown to operators. */
const stuckMs = 30 * 60_000;

export interface StuckPayout {
  id: string;
  customerId: string;
  signedAt: Date;
  network: string;
  sender: string;
  nonce: string;
  hash: string;
  why: string;
}

/** Payouts that were signed long ago and are in no block, with what their network says of them. */
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
      if (!latest) throw new Error(`${id} was sent and nothing of it was signed`);
      const why = await observe(services, attempts).then(
        (observed) => explain(observed),
        () => 'its node does not answer',
      );
      return {
        id,
        customerId,
        signedAt: attempts.at(-1)?.signed_at ?? latest.signed_at,
        network: networkNameOf(latest.network_id),
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
  if (observed.every(({ status }) => status === 'displaced')) return `${cancelling}another transaction has its nonce`;
  return latest?.status === 'unknown'
    ? `${cancelling}its network does not know it; it is sent again each round`
    : `${cancelling}in its network's pool, in no block`;
}
