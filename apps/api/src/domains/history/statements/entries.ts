import type { HistoryEntry } from '@wusd/api-sdk';
import { fromMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { lookUp } from '@wusd/server-kit/registry/lookup';
import type { Services } from '../../services.ts';
import { cryptoCounterparties, fiatCounterparties } from '../counterparties.ts';
import type { StatementRange, StatementReader } from './statements.ts';

export type StatementEntryKind = 'deposit' | 'depositReversed' | 'withdrawal' | 'withdrawalReturned' | 'swap';

/** A change of the balance. */
export interface StatementEntry {
  time: Date;
  kind: StatementEntryKind;
  /** Id of the transaction or order. */
  id: string;
  details: EntryDetails;
  /** Signed, at the ledger's scale; negative if the balance decreases. Includes a fee paid from the balance. */
  amount: string;
  /** Balance after the movement. */
  balance: string;
}

interface EntryDetails {
  /** The same reference as in the history. */
  reference?: string | null;
  counterparty?: HistoryEntry['counterparty'];
}

type EntityTable = 'crypto_transaction' | 'fiat_transaction' | 'otc_order';

/** Kinds of ledger transfers that change a customer's balance, and the table of their entities. */
export const statementKinds: Readonly<Record<string, { kind: StatementEntryKind; table: EntityTable }>> = {
  'crypto deposit': { kind: 'deposit', table: 'crypto_transaction' },
  'reversed crypto deposit': { kind: 'depositReversed', table: 'crypto_transaction' },
  'crypto withdrawal': { kind: 'withdrawal', table: 'crypto_transaction' },
  'fiat deposit': { kind: 'deposit', table: 'fiat_transaction' },
  'reversed fiat deposit': { kind: 'depositReversed', table: 'fiat_transaction' },
  'fiat withdrawal': { kind: 'withdrawal', table: 'fiat_transaction' },
  'fiat withdrawal refused': { kind: 'withdrawalReturned', table: 'fiat_transaction' },
  'fiat withdrawal returned': { kind: 'withdrawalReturned', table: 'fiat_transaction' },
  'swap order': { kind: 'swap', table: 'otc_order' },
};

/**
 * Yields the entries of a statement in the ledger's order, in pages of `size`. Counterparties are decrypted page by
 * page.
 *
 * @throws UnknownKeyError for a kind of transfer that {@link statementKinds} lacks
 */
export async function* readEntries(
  services: Pick<Services, 'db' | 'vault'>,
  reader: StatementReader,
  { statement: { currency }, accountId, after, last }: StatementRange,
  size = 500,
): AsyncGenerator<StatementEntry[]> {
  const scale = scaleOf(currency);
  for (let previous = after; previous < last; previous += BigInt(size)) {
    const rows = await services.db
      .selectFrom('posting')
      .innerJoin('transfer', 'transfer.id', 'posting.transfer_id')
      .select(['transfer.id as transferId', 'kind', 'entity_id as entityId', 'event_time as time'])
      .select(['posting.amount', 'posting.balance_after as balance'])
      .where('account_id', '=', accountId)
      .where('version', '>', previous.toString())
      .where('version', '<=', (previous + BigInt(size) < last ? previous + BigInt(size) : last).toString())
      .orderBy('version')
      .execute();
    const movements = rows.map((row) => ({ ...row, ...lookUp('kind of transfer', statementKinds, row.kind) }));
    const detailsOf = await readDetails(services, reader, movements);
    yield movements.map((movement) => ({
      time: movement.time,
      kind: movement.kind,
      id: movement.entityId,
      details: detailsOf(movement),
      // A customer balance is a liability, so a credit (a negative posting) increases it.
      amount: fromMinor(-BigInt(movement.amount), scale),
      balance: fromMinor(BigInt(movement.balance), scale),
    }));
  }
}

interface Movement {
  entityId: string;
  transferId: string;
  table: EntityTable;
}

/** Reads references and counterparties with at most four queries. */
async function readDetails(
  services: Pick<Services, 'db' | 'vault'>,
  { customerId, scopes }: StatementReader,
  movements: readonly Movement[],
): Promise<(movement: Movement) => EntryDetails> {
  const anyOf = (table: EntityTable) =>
    sql<string>`any(${movements.flatMap((movement) => (movement.table === table ? movement.entityId : []))})`;
  const crypto = await services.db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', anyOf('crypto_transaction'))
    .execute();
  const fiat = await services.db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', anyOf('fiat_transaction'))
    .execute();
  const cryptoCounterpartyOf = await cryptoCounterparties(services, scopes, crypto);
  const fiatCounterpartyOf = await fiatCounterparties(services, fiat);
  const details = new Map<string, EntryDetails>([
    ...crypto.map((row) => [row.id, { reference: row.hash, counterparty: cryptoCounterpartyOf(row) }] as const),
    ...fiat.map(
      (row) =>
        [
          row.id,
          { reference: row.end_to_end_id ?? row.statement_line, counterparty: fiatCounterpartyOf(row) },
        ] as const,
    ),
  ]);
  return ({ entityId, transferId, table }) =>
    table === 'otc_order' ? { reference: transferId } : (details.get(entityId) ?? {});
}
