import type { Currency } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { InitialRows } from '../../../platform/database/initial-rows.ts';
import type { Database } from '../../../platform/database/types.ts';
import { fromWusdMinor, toWusdMinor } from '../../transfers/core/wusd-amounts.ts';

/** Price and limits of swaps between a currency and WUSD, for both directions. Amounts are decimals in WUSD. */
export interface SwapTerms {
  /** Negative for a charge, positive for a rebate. */
  basisPoints: number;
  /** Value of swaps in 30 days that is free of charge. */
  freeAllowance: string;
  minimum: string;
  maximum: string;
  /** A larger value needs the desk's approval. */
  approvalAbove: string;
}

const standardTerms: SwapTerms = {
  basisPoints: -25,
  freeAllowance: '0',
  minimum: '10',
  maximum: '1000000',
  approvalAbove: '250000',
};
/** Terms of a new database. Afterwards the values in the database apply. */
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

export function initialSwapTerms(): InitialRows {
  const rows = Object.entries(initialTerms).map(([currency, terms]) => ({
    currency,
    basis_points: terms.basisPoints,
    free_allowance: toWusdMinor(terms.freeAllowance),
    minimum: toWusdMinor(terms.minimum),
    maximum: toWusdMinor(terms.maximum),
    approval_above: toWusdMinor(terms.approvalAbove),
  }));
  return { table: 'swap_terms', rows };
}

/** The currency whose terms apply: the currency other than WUSD. */
export function termsCurrency({
  payCurrency,
  receiveCurrency,
}: {
  payCurrency: string;
  receiveCurrency: string;
}): string {
  return payCurrency === 'WUSD' ? receiveCurrency : payCurrency;
}

/** @param currency the currency of the swap other than WUSD */
export async function readSwapTerms(db: Db, currency: string): Promise<SwapTerms> {
  return toTerms(
    await db.selectFrom('swap_terms').selectAll().where('currency', '=', currency).executeTakeFirstOrThrow(),
  );
}

/** Reads the terms of all currencies, by currency. One query. */
export async function readAllSwapTerms(db: Db): Promise<Map<string, SwapTerms>> {
  const rows = await db.selectFrom('swap_terms').selectAll().execute();
  return new Map(rows.map((row) => [row.currency, toTerms(row)]));
}

const toTerms = (row: Selectable<Database['swap_terms']>): SwapTerms => ({
  basisPoints: row.basis_points,
  freeAllowance: fromWusdMinor(row.free_allowance),
  minimum: fromWusdMinor(row.minimum),
  maximum: fromWusdMinor(row.maximum),
  approvalAbove: fromWusdMinor(row.approval_above),
});
