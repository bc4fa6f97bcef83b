import type { Services } from '../../services.ts';
import { claimedTransfers } from './claim-matching.ts';
import type { DepositStatus } from '../../../platform/database/column-types.ts';

export interface ListedClaim {
  id: string;
  customerId: string;
  claimedAt: Date;
  networkId: number;
  hash: string;
  currency: string;
  /** Minor units. */
  amount: string;
  /** The sender named by the claimant, compared with the sender on the network. */
  evidence: string;
  /** Number of open claims to the same transaction, including this claim. */
  open: number;
  refused: number;
  /** Current risk of the sender. */
  risk: 'low' | 'high';
}

/** Lists claims that are waiting for an operator, oldest first, with the evidence for the decision. */
export async function listClaims({ db, gateways }: Pick<Services, 'db' | 'gateways'>): Promise<ListedClaim[]> {
  const rows = await claimedTransfers(db)
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .select(['claim.transaction_id', 'claim.customer_id', 'claim.claimed_at', 'claim.sender_address'])
    .select(['transfer.network_id', 'transfer.hash', 'transfer.currency', 'transfer.amount', 'transfer.sender'])
    .select((eb) => {
      const rivals = (status: DepositStatus) =>
        eb
          .selectFrom('deposit_claim as rival')
          .innerJoin('crypto_transaction as its', 'its.id', 'rival.transaction_id')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .whereRef('rival.network_id', '=', 'claim.network_id')
          .whereRef('rival.hash', '=', 'claim.hash')
          .where('its.status', '=', status);
      return [rivals('to be confirmed').as('open'), rivals('rejected').as('refused')];
    })
    .where('deposit.is_undisclosed', '=', true)
    .where('deposit.status', '=', 'to be confirmed')
    .orderBy('claim.claimed_at')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.transaction_id,
      customerId: row.customer_id,
      claimedAt: row.claimed_at,
      networkId: row.network_id,
      hash: row.hash,
      currency: row.currency,
      amount: row.amount,
      evidence: compareSender(row.sender_address, row.sender),
      open: Number(row.open),
      refused: Number(row.refused),
      risk: row.sender === '' ? 'low' : await gateways.screening.screenAddress(row.network_id, row.sender),
    })),
  );
}

function compareSender(said: string | null, actual: string): string {
  if (said === null) return `no sender named, sent from ${actual}`;
  const isSame = said.toLowerCase() === actual.toLowerCase();
  return isSame ? `names the sender ${actual}` : `names ${said}, sent from ${actual}`;
}
