import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * Rejects the verification of a customer while a submitted document or person is undecided. The caller has locked the
 * customer's row.
 *
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function assertNothingUndecided(trx: Trx, customerId: string): Promise<void> {
  const { rows } = await sql`
    select from verification_document where customer_id = ${customerId} and status = 'checking'
    union all select from verification_person where customer_id = ${customerId} and status = 'checking'
  `.execute(trx);
  if (rows.length > 0) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}
