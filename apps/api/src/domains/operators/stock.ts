import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { audit } from '../../audit/audit.ts';
import { transact } from '../../database/database.ts';
import { deskAccount, LedgerError, ledgerScale, post } from '../../ledger/ledger.ts';
import { nameLine } from '../fiat/statements.ts';
import type { Services } from '../services.ts';

/**
 * Gives the desk what a bank's statement shows and no customer was named for: the house's own money, which swaps can then pay out. A line
 * goes to the desk once, however often it is said.
 *
 * @throws RangeError where no line of that name waits
 */
export async function stockDesk(
  { db, clock }: Services,
  partnerId = '',
  line: string | undefined,
  operator: string,
): Promise<string> {
  if (line === undefined || line.trim() === '') throw new RangeError('--line names the line of the statement');
  const entityId = `${partnerId} ${line.trim()}`;
  const credit = await db
    .selectFrom('leg as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.amount', 'l.account_id', 'a.asset'])
    .where('l.transfer_id', '=', `unmatched:${partnerId}:${line.trim()}`)
    .where('a.kind', '=', 'suspense')
    .executeTakeFirst();
  if (!credit) throw new RangeError(`No line ${entityId} waits for somebody to say whose it is`);
  // A credit of the suspense account: below zero.
  const minor = -BigInt(credit.amount);
  const isNew = await transact(db, async (trx) => {
    // Whoever says whose a line is holds it: of two, one finds it taken.
    const said = await trx
      .selectFrom('bank_line')
      .select('entity_id')
      .where('partner_id', '=', partnerId)
      .where('line', '=', line.trim())
      .forUpdate()
      .executeTakeFirst();
    if (said && said.entity_id !== null && said.entity_id !== 'desk')
      throw new RangeError(`Line ${entityId} went to somebody else`);
    const legs = [
      { account: credit.account_id, amount: minor },
      { account: await deskAccount(trx, clock, credit.asset), amount: -minor },
    ];
    const id = `stock:${partnerId}:${line.trim()}`;
    const isPosted = await post(trx, { id, kind: 'desk stock', entityId: line.trim(), eventTime: clock.now(), legs });
    if (isPosted) await nameLine(trx, partnerId, line.trim(), 'desk');
    if (isPosted)
      await audit(trx, clock, {
        customerId: undefined,
        actor: 'Operations',
        act: 'desk stocked',
        details: { partner: partnerId, line: line.trim(), operator },
      });
    return isPosted;
  }).catch((error: unknown) => {
    if (error instanceof LedgerError && error.reason === 'insufficient')
      throw new RangeError(`Line ${entityId} went to somebody else`);
    throw error;
  });
  const scale = ledgerScale[credit.asset] ?? 0;
  const money = formatMoney('en_US', fromMinor(minor, scale), credit.asset, decimalsOf(credit.asset));
  return isNew ? `${money}: the desk’s` : `${money}: was the desk’s before`;
}
