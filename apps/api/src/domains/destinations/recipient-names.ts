import type { Services } from '../services.ts';
import { decryptFields } from './bank-accounts/responses.ts';

/** Minimum length of a search word. Shorter words occur in too many names. */
const shortestName = 2;

/**
 * Finds a customer's bank accounts and blockchain addresses with a current name that contains the text: the label, and
 * the holder and bank of an account. Includes deleted recipients, because past payouts went to them. Excludes kinds of
 * recipients that the caller may not list. Holders are stored encrypted, so this function compares them, not the
 * database.
 *
 * @returns the ids of the recipients
 */
export async function findRecipientIds(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  { customerId, scopes }: { customerId: string; scopes: readonly string[] },
  text: string,
): Promise<string[]> {
  const word = comparable(text.trim());
  if (word.length < shortestName) return [];
  const hasWord = (...names: (string | undefined)[]): boolean =>
    names.some((name) => name !== undefined && comparable(name).includes(word));
  const [accounts, addresses] = await Promise.all([
    scopes.includes('wallet.bank_account')
      ? db
          .selectFrom('bank_account')
          .select(['id', 'label', 'bank_name', 'fields_sealed'])
          .where('customer_id', '=', customerId)
          .execute()
      : [],
    scopes.includes('wallet.blockchain_address')
      ? db.selectFrom('blockchain_address').select(['id', 'label']).where('customer_id', '=', customerId).execute()
      : [],
  ]);
  return [
    ...accounts.filter(
      (row) => hasWord(row.label, row.bank_name) || hasWord(decryptFields(vault, row).beneficiaryName),
    ),
    ...addresses.filter(({ label }) => hasWord(label)),
  ].map(({ id }) => id);
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();
