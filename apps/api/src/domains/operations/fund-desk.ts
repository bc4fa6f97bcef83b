import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { deskAccount, post, suspenseAccount } from '../../ledger/ledger.ts';
import { assignLine } from '../transfers/fiat/statements.ts';
import type { Services } from '../services.ts';
import { amountOf } from '../wallet/accounts/entries.ts';

/**
 * Gives the desk what a bank's statement shows and no customer was named for: the house's own money, which swaps can then pay out. A line
 * goes to the desk once, however often it is said.
 *
 * @throws RangeError where no line of that name waits
 */
export async function fundDesk(
  { db, clock }: Services,
  partnerId = '',
  said: string | undefined,
  operator: string,
): Promise<string> {
  const line = said?.trim() ?? '';
  if (line === '') throw new RangeError('--line names the line of the statement');
  return transact(db, async (trx) => {
    // Whoever says whose a line is holds it: of two, one finds it taken.
    const credit = await trx
      .selectFrom('bank_line')
      .select(['currency', 'amount', 'entity_id'])
      .where('partner_id', '=', partnerId)
      .where('line', '=', line)
      .where('kind', '=', 'credit')
      .forUpdate()
      .executeTakeFirst();
    if (!credit || credit.currency === null || credit.amount === null)
      throw new RangeError(`No line ${partnerId} ${line} waits for somebody to say whose it is`);
    const { currency, entity_id: owner } = credit;
    const minor = BigInt(credit.amount);
    const money = formatMoney('en_US', amountOf({ amount: credit.amount, currency }), currency, decimalsOf(currency));
    const id = `stock:${partnerId}:${line}`;
    if (owner === 'desk' || owner === id) return `${money}: was the desk’s before`;
    if (owner !== null) throw new RangeError(`Line ${partnerId} ${line} went to somebody else`);
    const legs = [
      { account: await suspenseAccount(trx, clock, partnerId, currency), amount: minor },
      { account: await deskAccount(trx, clock, currency), amount: -minor },
    ];
    await post(trx, { id, kind: 'desk stock', entityId: line, eventTime: clock.now(), legs });
    await assignLine(trx, partnerId, line, 'desk');
    const details = { partner: partnerId, line, operator };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'desk stocked', details });
    return `${money}: the desk’s`;
  });
}
