import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { deskAccount, post, suspenseAccount } from '../../ledger/ledger.ts';
import { assignLine } from '../transfers/fiat/statements.ts';
import type { Services } from '../services.ts';
import { decimalAmountOf } from '../wallet/accounts/transactions.ts';
import { OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

/**
 * Moves an unmatched credit from suspense to the desk. The credit is the company's own money, which swaps can then pay
 * out. Each statement line funds the desk once, even if the command is repeated.
 *
 * @throws OperatorError NOT_FOUND, CONFLICT if the line is matched to another entity
 */
export async function fundDesk(
  { db, clock }: Services,
  partnerId: string,
  line: string,
  operator: string,
): Promise<CommandResult<'desk-funded'>> {
  return transact(db, async (trx) => {
    // Locked, so that the second of two concurrent commands finds the line matched.
    const credit = await trx
      .selectFrom('bank_line')
      .select(['currency', 'amount', 'entity_id'])
      .where('partner_id', '=', partnerId)
      .where('line', '=', line)
      .where('kind', '=', 'credit')
      .forUpdate()
      .executeTakeFirst();
    if (!credit || credit.currency === null || credit.amount === null)
      throw new OperatorError('NOT_FOUND', `There is no credit ${partnerId}:${line}.`);
    const { currency, entity_id: owner } = credit;
    const minor = BigInt(credit.amount);
    const money = { amount: decimalAmountOf({ amount: credit.amount, currency }), currency };
    const id = `stock:${partnerId}:${line}`;
    if (owner === 'desk' || owner === id) return { type: 'desk-funded', money, isRepeat: true };
    if (owner !== null) throw new OperatorError('CONFLICT', `Line ${partnerId}:${line} is matched to ${owner}.`);
    const legs = [
      { account: await suspenseAccount(trx, clock, partnerId, currency), amount: minor },
      { account: await deskAccount(trx, clock, currency), amount: -minor },
    ];
    await post(trx, { id, kind: 'desk stock', entityId: line, eventTime: clock.now(), legs });
    await assignLine(trx, partnerId, line, 'desk');
    const details = { partner: partnerId, line, operator };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'desk stocked', details });
    return { type: 'desk-funded', money, isRepeat: false };
  });
}
