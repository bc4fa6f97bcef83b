import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { seedTable } from '../../../platform/database/seed-table.ts';
import type { Database } from '../../../platform/database/types.ts';
import { ledgerScale } from '../../../platform/registry/currencies.ts';
import { fromWusdMinor, toWusdMinor } from '../../transfers/core/wusd-amounts.ts';

/** What a swap of a currency against WUSD costs, either way, and how much of it can be had. Amounts are decimals of WUSD. */
export interface SwapTerms {
  /** 1e-4 each; below zero a charge, above a rebate. */
  basisPoints: number;
  /** How much is free of charge in thirty days. */
  freeAllowance: string;
  minimum: string;
  maximum: string;
  /** Above it the desk approves first. */
  approvalAbove: string;
}

const others: SwapTerms = {
  basisPoints: -25,
  freeAllowance: '0',
  minimum: '10',
  maximum: '1000000',
  approvalAbove: '250000',
};
/** As a new database has them; from then on the database is what counts. */
const firstTerms = Object.keys(ledgerScale)
  .filter((currency) => currency !== 'WUSD')
  .map((currency) => ({
    currency,
    ...others,
    ...(currency === 'USD' && { basisPoints: -5, freeAllowance: '100000' }),
  }));

export function seedSwapTerms(url: string): Promise<void> {
  const rows = firstTerms.map(({ currency, basisPoints, freeAllowance, minimum, maximum, approvalAbove }) => ({
    currency,
    basis_points: basisPoints,
    free_allowance: toWusdMinor(freeAllowance),
    minimum: toWusdMinor(minimum),
    maximum: toWusdMinor(maximum),
    approval_above: toWusdMinor(approvalAbove),
  }));
  return seedTable(url, 'swap_terms', rows);
}

/** The side that is not WUSD: terms are its. */
export function termsCurrency({
  payCurrency,
  receiveCurrency,
}: {
  payCurrency: string;
  receiveCurrency: string;
}): string {
  return payCurrency === 'WUSD' ? receiveCurrency : payCurrency;
}

/** @param currency the side that is not WUSD */
export async function readSwapTerms(db: Db, currency: string): Promise<SwapTerms> {
  return termsOf(
    await db.selectFrom('swap_terms').selectAll().where('currency', '=', currency).executeTakeFirstOrThrow(),
  );
}

/** Every currency's, in one query. */
export async function readAllSwapTerms(db: Db): Promise<Map<string, SwapTerms>> {
  const rows = await db.selectFrom('swap_terms').selectAll().execute();
  return new Map(rows.map((row) => [row.currency, termsOf(row)]));
}

const termsOf = (row: Selectable<Database['swap_terms']>): SwapTerms => ({
  basisPoints: row.basis_points,
  freeAllowance: fromWusdMinor(row.free_allowance),
  minimum: fromWusdMinor(row.minimum),
  maximum: fromWusdMinor(row.maximum),
  approvalAbove: fromWusdMinor(row.approval_above),
});
