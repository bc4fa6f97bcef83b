import type { Trx } from '../../../platform/database/database.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { findWallet, newDeposit } from '../core/transactions.ts';
import { fiatDepositStates } from './deposit-states.ts';
import { sealDetails } from './transactions.ts';
import type { KeptReceipt } from './uploads.ts';

/** A wire that a customer declares as sent. */
export interface DepositDeclaration {
  customerId: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  partnerId: string;
  remark: string | undefined;
  receipts: readonly KeptReceipt[];
}

/**
 * Records a declaration, which is matched with the wire on arrival.
 *
 * @returns the deposit's id
 */
export async function declareDeposit(trx: Trx, services: Services, declaration: DepositDeclaration): Promise<string> {
  const { clock } = services;
  const { customerId, currency, amount, partnerId, remark, receipts } = declaration;
  const id = createId('ftx', clock);
  const wallet = await findWallet(trx, customerId, currency);
  const now = clock.now();
  await trx
    .insertInto('fiat_transaction')
    .values({
      ...newDeposit(id, customerId, wallet.id, now),
      currency,
      partner_id: partnerId,
      amount: amount.toString(),
      declared: amount.toString(),
      ...(remark !== undefined && { details_sealed: sealDetails(services, id, { remark }) }),
      receipt_count: receipts.length,
      status: 'to be confirmed',
    })
    .execute();
  if (receipts.length > 0)
    await trx
      .insertInto('fiat_receipt')
      .values(
        receipts.map(({ type, blobKey }, index) => ({
          customer_id: customerId,
          transaction_id: id,
          number: index + 1,
          type,
          blob_key: blobKey,
        })),
      )
      .execute();
  await recordTransition(trx, clock, fiatDepositStates, {
    id,
    customerId,
    from: null,
    to: 'to be confirmed',
    actor: 'customer',
  });
  await publishWalletUpdated(trx, clock, { id, customer_id: customerId, wallet_id: wallet.id });
  return id;
}
