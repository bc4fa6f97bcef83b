import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/types.ts';
import type { Payee } from '../../../gateways/ports.ts';
import type { Services } from '../../services.ts';
import type { TransferRow } from '../core/transfer-kind.ts';
import type { FiatDepositStatus } from './deposit-states.ts';
import type { FiatWithdrawalStatus } from './withdrawal-states.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';

/** A deposit from a bank or a withdrawal to one, as the database has it. */
export type FiatRow = Selectable<Database['fiat_transaction']>;

export type FiatDepositRow = TransferRow<'fiat_transaction', FiatDepositStatus>;
export type FiatWithdrawalRow = TransferRow<'fiat_transaction', FiatWithdrawalStatus>;

/** The encrypted part of a transaction. */
export interface FiatDetails {
  /** The customer's remark on a deposit. */
  remark?: string;
  /** The payee of a withdrawal, as it was when the withdrawal was requested. */
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

/** The details encrypted under the current key; undefined where they already are. */
export const reencryptDetails = (
  { vault }: Pick<Services, 'vault'>,
  { id, details_sealed: sealed }: Pick<FiatRow, 'id' | 'details_sealed'>,
): Buffer | undefined => (sealed === null ? undefined : sealedDetails.reseal(vault, sealed, id));

/** Label and last digits, e.g. `My account •••• 4567`. */
export const nameOfPayee = (payee: Payee): string => `${payee.label} ${lastDigitsOf(payee)}`;

/** The account by its last digits, e.g. `•••• 4567`. */
export const lastDigitsOf = ({ iban, accountNumber }: Payee): string =>
  `•••• ${(iban ?? accountNumber ?? '').slice(-4)}`;
