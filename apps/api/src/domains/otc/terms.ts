import { decimalsOf } from '@wusd/api-sdk/domain';
import { fromMinor, roundDown, toMinor } from '@wusd/api-sdk/money';
import pg from 'pg';
import type { Db } from '../../database/database.ts';
import { ledgerScale } from '../../ledger/ledger.ts';

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

const scale = ledgerScale['WUSD'] ?? 0;
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

/** Fills in the terms of what has none. Runs as the owner of the schema: the server's own role can't change them. */
export async function prepareTerms(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const minor = (amount: string): string => toMinor(amount, scale).toString();
  try {
    for (const { currency, basisPoints, freeAllowance, minimum, maximum, approvalAbove } of firstTerms) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query(
        `insert into swap_terms (currency, basis_points, free_allowance, minimum, maximum, approval_above)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [currency, basisPoints, minor(freeAllowance), minor(minimum), minor(maximum), minor(approvalAbove)],
      );
    }
  } finally {
    await client.end();
  }
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
export async function readTerms(db: Db, currency: string): Promise<SwapTerms> {
  const row = await db.selectFrom('swap_terms').selectAll().where('currency', '=', currency).executeTakeFirstOrThrow();
  const amount = (minor: string): string => roundDown(fromMinor(BigInt(minor), scale), decimalsOf('WUSD'));
  return {
    basisPoints: row.basis_points,
    freeAllowance: amount(row.free_allowance),
    minimum: amount(row.minimum),
    maximum: amount(row.maximum),
    approvalAbove: amount(row.approval_above),
  };
}
