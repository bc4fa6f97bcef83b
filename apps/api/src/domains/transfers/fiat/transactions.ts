import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/types.ts';
import type { Payee } from '../../../gateways/ports.ts';
import type { Services } from '../../services.ts';
import type { TransferRow } from '../core/transfer-kind.ts';
import type { FiatDepositStatus } from './deposit-states.ts';
import type { FiatWithdrawalStatus } from './withdrawal-states.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';

/** The database row of a deposit from a bank or a withdrawal to a bank. */
export type FiatRow = Selectable<Database['fiat_transaction']>;

export type FiatDepositRow = TransferRow<'fiat_transaction', FiatDepositStatus>;
export type FiatWithdrawalRow = TransferRow<'fiat_transaction', FiatWithdrawalStatus>;

/** The encrypted part of a transaction. */
export interface FiatDetails {
  /** The customer's remark on a deposit. */
  remark?: string;
  /** The payee of a withdrawal at the time of the request. */
  payee?: Payee;
  purpose?: string;
}

const sealedDetails = sealedDocument<FiatDetails>('fiat-transaction');

export const sealDetails = ({ vault }: Pick<Services, 'vault'>, id: string, details: FiatDetails): Buffer =>
  sealedDetails.seal(vault, details, id);

export function openDetails(
  { vault }: Pick<Services, 'vault'>,
  { id, details_sealed: sealed }: Pick<FiatRow, 'id' | 'details_sealed'>,
): FiatDetails {
  return sealed === null ? {} : sealedDetails.open(vault, sealed, id);
}

/** Re-encrypts the details under the current key; undefined if they already use the current key. */
export const reencryptDetails = (
  { vault }: Pick<Services, 'vault'>,
  { id, details_sealed: sealed }: Pick<FiatRow, 'id' | 'details_sealed'>,
): Buffer | undefined => (sealed === null ? undefined : sealedDetails.reseal(vault, sealed, id));

/** Label and last digits, e.g. `My account •••• 4567`. */
export const nameOfPayee = (payee: Payee): string => `${payee.label} ${lastDigitsOf(payee)}`;

/** Last digits of the account, e.g. `•••• 4567`. */
export const lastDigitsOf = ({ iban, accountNumber }: Payee): string =>
  `•••• ${(iban ?? accountNumber ?? '').slice(-4)}`;
