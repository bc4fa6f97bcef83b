import { audit } from '../../../platform/audit/audit.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { businessDayAfter } from '../core/business-days.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { cryptoDepositStates } from './deposit-states.ts';
import { findWallet, newDeposit } from '../core/transactions.ts';
import { readNetworkTerms } from './terms.ts';
import { matchClaim } from './claim-matching.ts';

export interface ClaimRequest {
  customerId: string;
  networkId: number;
  hash: string;
  /** The sender address named by the customer, which is evidence for the operator's decision. */
  senderAddress?: string | undefined;
}

/** Number of a customer's rejected claims to one transaction after which further claims are closed. */
const refusalLimit = 3;
/** Maximum number of new claims of one customer per day. */
const dailyLimit = 10;
/** Placeholder until the transfer is disclosed. */
const placeholder = { currency: 'WUSD', amount: '0' } as const;

/**
 * Files a claim to a transaction. An unknown transaction is searched for during one working day. Once it is found, an
 * operator decides.
 *
 * @param trx holds the lock of the customer's row
 * @returns the id of the deposit that represents the claim
 * @throws AppError DEPOSIT_CLAIM_CLOSED, TOO_MANY_REQUESTS
 */
export async function fileClaim(services: Services, trx: Trx, request: ClaimRequest): Promise<string> {
  const { clock } = services;
  const { customerId, networkId, hash, senderAddress } = request;
  await requireNewEvidence(trx, request);
  await consumeRateLimit({ db: trx, clock }, `claim:${customerId}`, dailyLimit, 24 * 60 * 60);
  const now = clock.now();
  const id = createId('ctx', clock);
  const wallet = await findWallet(trx, customerId, placeholder.currency);
  const { confirmations } = await readNetworkTerms(trx, networkId);
  const searchUntil = businessDayAfter(now);
  await trx
    .insertInto('crypto_transaction')
    .values({
      ...newDeposit(id, customerId, wallet.id, now),
      ...placeholder,
      network_id: networkId,
      hash,
      address: null,
      memo: null,
      sender: null,
      status: 'processing',
      confirmations_needed: confirmations,
      hold_reason: 'searching',
      due_at: searchUntil,
      is_undisclosed: true,
    })
    .execute();
  await trx
    .insertInto('deposit_claim')
    .values({
      transaction_id: id,
      customer_id: customerId,
      network_id: networkId,
      hash,
      sender_address: senderAddress ?? null,
      claimed_at: now,
      search_until: searchUntil,
      searched_at: now,
    })
    .execute();
  await recordTransition(trx, clock, cryptoDepositStates, {
    id,
    customerId,
    from: null,
    to: 'processing',
    actor: 'customer',
  });
  await audit(trx, clock, { customerId, actor: 'customer', act: 'deposit claimed', details: { deposit: id } });
  await publishWalletUpdated(trx, clock, { id, customer_id: customerId, wallet_id: wallet.id });
  await matchClaim(services, trx, id);
  return id;
}

/**
 * @throws AppError DEPOSIT_CLAIM_CLOSED after too many rejected claims, or for a repeated claim without new evidence
 */
async function requireNewEvidence(
  trx: Trx,
  { customerId, networkId, hash, senderAddress }: ClaimRequest,
): Promise<void> {
  const refused = await trx
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .select('claim.sender_address')
    .where('claim.customer_id', '=', customerId)
    .where('claim.network_id', '=', networkId)
    .where('claim.hash', '=', hash)
    .where('deposit.status', '=', 'rejected')
    .execute();
  if (refused.length === 0) return;
  const isNew =
    senderAddress !== undefined &&
    refused.every(({ sender_address: said }) => said?.toLowerCase() !== senderAddress.toLowerCase());
  const reasonCode = refused.length >= refusalLimit ? 'limit-reached' : isNew ? undefined : 'evidence-needed';
  if (reasonCode !== undefined)
    throw new AppError('DEPOSIT_CLAIM_CLOSED', { field: '/query/senderAddress', reasonCode });
}
