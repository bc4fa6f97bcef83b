import type { Selectable } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import type { Payee } from '../../../gateways/ports.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';

/** A deposit from a bank or a withdrawal to one, as its row has it. */
export type FiatRow = Selectable<Database['fiat_transaction']>;

/** What is sealed of it. */
export interface FiatDetails {
  /** The customer's own words about a deposit. */
  remark?: string;
  /** Where a withdrawal goes, as it was when it was asked for. */
  payee?: Payee;
  purpose?: string;
}

const contextOf = (id: string): string => `fiat-transaction:${id}`;

export const sealDetails = ({ vault }: Pick<Services, 'vault'>, id: string, details: FiatDetails): Buffer =>
  vault.seal(JSON.stringify(details), contextOf(id));

export function openDetails(
  { vault }: Pick<Services, 'vault'>,
  { id, details_sealed: sealed }: Pick<FiatRow, 'id' | 'details_sealed'>,
): FiatDetails {
  return sealed === null ? {} : (JSON.parse(vault.open(sealed, contextOf(id))) as FiatDetails);
}

/** The same under the current key; undefined where it is. */
export const reencryptDetails = (
  { vault }: Pick<Services, 'vault'>,
  { id, details_sealed: sealed }: Pick<FiatRow, 'id' | 'details_sealed'>,
): Buffer | undefined => (sealed === null ? undefined : vault.reseal(sealed, contextOf(id)));

/** The customer first, as everything that moves money does: two that wait for each other would wait in a ring. */
export async function lockFiat(trx: Trx, { vault }: Pick<Services, 'vault'>, id: string): Promise<FiatRow | undefined> {
  const owner = await trx.selectFrom('fiat_transaction').select('customer_id').where('id', '=', id).executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  return trx.selectFrom('fiat_transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Label and last digits, e.g. `My account •••• 4567`. */
export const nameOfPayee = ({ label, iban, accountNumber }: Payee): string =>
  `${label} •••• ${(iban ?? accountNumber ?? '').slice(-4)}`;
