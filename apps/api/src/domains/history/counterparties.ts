import type { HistoryEntry } from '@wusd/api-sdk';
import { sql } from 'kysely';
import type { CryptoRow } from '../transfers/crypto/transactions.ts';
import { openLine } from '../transfers/fiat/statements.ts';
import { type FiatRow, lastDigitsOf, openDetails } from '../transfers/fiat/transactions.ts';
import type { Services } from '../services.ts';

type Counterparty = NonNullable<HistoryEntry['counterparty']>;
type ReadServices = Pick<Services, 'db' | 'vault'>;

/**
 * Returns the senders of crypto deposits and the recipients of crypto withdrawals. One query reads the labels of saved
 * addresses.
 *
 * @param scopes scopes of the caller; labels need `wallet.blockchain_address`
 */
export async function cryptoCounterparties(
  { db }: ReadServices,
  scopes: readonly string[],
  rows: readonly CryptoRow[],
): Promise<(row: CryptoRow) => Counterparty | undefined> {
  const ids = scopes.includes('wallet.blockchain_address') ? rows.flatMap(({ address_id: id }) => id ?? []) : [];
  const saved =
    ids.length === 0
      ? []
      : await db
          .selectFrom('blockchain_address')
          .select(['id', 'label'])
          .where('id', '=', sql<string>`any(${ids})`)
          .execute();
  const labels = new Map(saved.map(({ id, label }) => [id, label]));
  return (row) => {
    const { direction, address, sender, address_id: addressId, is_undisclosed: isUndisclosed } = row;
    if (direction === 'deposit') return isUndisclosed || !sender ? undefined : { account: sender };
    const name = labels.get(addressId ?? '');
    return address === null ? undefined : { ...(name !== undefined && { name }), account: address };
  };
}

/**
 * Returns the senders of fiat deposits, as named by the bank's statement, and the payees of fiat withdrawals, as they
 * were at the time of the request. One query reads the statement lines.
 */
export async function fiatCounterparties(
  services: ReadServices,
  rows: readonly FiatRow[],
): Promise<(row: FiatRow) => Counterparty | undefined> {
  const credited = rows.filter(({ direction, statement_line: line }) => direction === 'deposit' && line !== null);
  const lines =
    credited.length === 0
      ? []
      : await services.db
          .selectFrom('bank_line')
          .select(['partner_id', 'line', 'details_sealed'])
          .where('partner_id', '=', sql<string>`any(${[...new Set(credited.map(({ partner_id: id }) => id))]})`)
          .where('line', '=', sql<string>`any(${credited.map(({ statement_line: line }) => line)})`)
          .execute();
  const senders = new Map(
    lines.map((line) => [`${line.partner_id} ${line.line}`, openLine(services, line).sender?.name]),
  );
  return (row) => {
    if (row.direction === 'deposit') {
      const name = senders.get(`${row.partner_id} ${row.statement_line}`);
      return name === undefined ? undefined : { name };
    }
    const { payee } = openDetails(services, row);
    if (!payee) return undefined;
    return { name: payee.label, account: [payee.bankName, lastDigitsOf(payee)].filter(Boolean).join(' ') };
  };
}
