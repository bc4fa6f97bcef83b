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
  /** The sender that the claimant named, compared with the chain. */
  evidence: string;
  /** Claims to the same transaction, this one included. */
  open: number;
  refused: number;
  /** Risk of the sender, as screened now. */
  risk: 'low' | 'high';
}

/** Claims that wait for an operator, oldest first, with the evidence to decide between them. */
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
