import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import type { Trx } from '../../../platform/database/database.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import { type Actor, recordTransition, stateOf } from '../../../platform/state-machine/state-machine.ts';
import { beginRun } from '../../exchange/auto-redemption/switch.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import { reasonFor } from '../movements.ts';
import type { Services } from '../../services.ts';
import { amountOf, publishWalletUpdated } from '../../wallet/accounts/entries.ts';
import { depositStates, type DepositStatus } from './deposit-states.ts';
import { type CryptoRow, writeStatus } from './transactions.ts';

export interface DepositMove {
  to: Exclude<DepositStatus, 'processing'>;
  actor: Actor;
  reason?: string | undefined;
}

/**
 * Moves a deposit, and tells its customer on open pages and by mail.
 *
 * @param row as its customer's row is held by this transaction
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function transitionDeposit(
  services: Services,
  trx: Trx,
  row: CryptoRow,
  { to, actor, ...given }: DepositMove,
): Promise<void> {
  const { clock, vault, settings } = services;
  const { id } = row;
  const reason = reasonFor(to, given.reason);
  await recordTransition(trx, clock, depositStates, {
    id,
    from: stateOf(depositStates, row.status),
    to,
    actor,
    reason,
  });
  await writeStatus(trx, clock, id, {
    status: to,
    ...(to === 'to be confirmed' && { hold_reason: reason ?? null }),
  });
  await publishWalletUpdated(trx, clock, row);
  if (to === 'completed') await beginRun(trx, services, row);
  // A credit that is reversed has a mail of its own.
  if (to === 'failed' && row.status !== 'processing') return;
  const customer = await lockCustomer(trx, vault, row.customer_id);
  await enqueueEmail(trx, clock, vault, customer, row.is_undisclosed ? claimMails[to] : mails[to], {
    name: customer.fullName,
    ...(!row.is_undisclosed && {
      amount: formatMoney(customer.language, amountOf(row), row.currency, decimalsOf(row.currency)),
    }),
    reason: reason === undefined ? '' : formatMessage(customer.language, `message.depositReason.${reason}`),
    reference: id,
    support: settings.supportEmail,
  });
}

const mails: Record<DepositMove['to'], string> = {
  completed: 'message.depositCompleted',
  failed: 'message.depositFailed',
  'to be confirmed': 'message.depositHeld',
  rejected: 'message.depositRejected',
};

/** Without amounts: nothing of a transfer is told before a person has decided whose it is. */
const claimMails: Record<DepositMove['to'], string> = {
  // Disclosed by then.
  completed: 'message.depositCompleted',
  failed: 'message.depositClaimEnded',
  'to be confirmed': 'message.depositClaimFound',
  rejected: 'message.depositClaimEnded',
};
