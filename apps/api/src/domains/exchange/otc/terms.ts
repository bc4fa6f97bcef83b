import type { Currency } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { seedTable } from '../../../platform/database/seed-table.ts';
import type { Database } from '../../../platform/database/types.ts';
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

const standardTerms: SwapTerms = {
  basisPoints: -25,
  freeAllowance: '0',
  minimum: '10',
  maximum: '1000000',
  approvalAbove: '250000',
};
/** Terms of a new database. After that, the database is authoritative. */
const initialTerms: Record<Exclude<Currency, 'WUSD'>, SwapTerms> = {
  USD: { ...standardTerms, basisPoints: -5, freeAllowance: '100000' },
  SGD: standardTerms,
  THB: standardTerms,
  HKD: standardTerms,
  GBP: standardTerms,
  AUD: standardTerms,
  EUR: standardTerms,
  JPY: standardTerms,
  USDT: standardTerms,
  USDC: standardTerms,
};

export function seedSwapTerms(url: string): Promise<void> {
  const rows = Object.entries(initialTerms).map(([currency, terms]) => ({
    currency,
    basis_points: terms.basisPoints,
    free_allowance: toWusdMinor(terms.freeAllowance),
    minimum: toWusdMinor(terms.minimum),
    maximum: toWusdMinor(terms.maximum),
    approval_above: toWusdMinor(terms.approvalAbove),
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
