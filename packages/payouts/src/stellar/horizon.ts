import type * as v from 'valibot';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { parseJson } from '@wusd/server-kit/json';
import type { StellarToken } from './settings.ts';
import { UnansweredError } from '../sources/unanswered-error.ts';
import { outboundSignal } from '@wusd/server-kit/outbound';
import {
  accountSchema,
  assetsSchema,
  feeStatsSchema,
  type HorizonOperation,
  type HorizonTransaction,
  ledgerSchema,
  paymentsSchema,
  problemSchema,
  rootSchema,
  submissionSchema,
  transactionSchema,
  transactionsSchema,
} from './schemas.ts';

const timeoutMs = 15_000;

/** Maximum records on a page of Horizon. */
const pageSize = 200;

/** Balances, sequence number and data of an account at one ledger. */
export type HorizonAccount = v.InferOutput<typeof accountSchema> & {
  /** Ledger at which the account was read; undefined if the node does not report it. */
  asOf: bigint | undefined;
};

/** One Horizon server of a network. */
export type Horizon = ReturnType<typeof createHorizon>;

/**
 * Reads one Horizon server. The server must report the network's passphrase before its responses are used.
 *
 * @param url base URL. Path and query are preserved, because providers put access tokens there.
 */
export function createHorizon(url: string, passphrase: string) {
  const base = new URL(url);

  const send = async (path: string, query: Record<string, string>, body?: URLSearchParams): Promise<Response> => {
    const target = new URL(base);
    target.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const init = body ? { method: 'POST', body } : {};
    try {
      return await fetch(target, { ...init, redirect: 'error', signal: outboundSignal(timeoutMs) });
    } catch (error) {
      throw new UnansweredError("Horizon can't be reached", error);
    }
  };

  const read = async <Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    query: Record<string, string> = {},
  ): Promise<{ value: v.InferOutput<Schema>; asOf: bigint | undefined } | undefined> => {
    const response = await send(path, query);
    const text = await response.text();
    if (response.status === 404 && isNotFound(text)) return undefined;
    if (!response.ok) throw new HttpStatusError('Horizon', response.status);
    const asOf = /^\d{1,10}$/.exec(response.headers.get('latest-ledger') ?? '')?.[0];
    return { value: parseJson(schema, text), asOf: asOf === undefined ? undefined : BigInt(asOf) };
  };

  /** Not cached, because the response contains the latest ledger. */
  const readRoot = async () => {
    const root = (await read(rootSchema, '/'))?.value;
    if (!root) throw new HttpStatusError('Horizon’s root', 404);
    if (root.network_passphrase !== passphrase)
      throw new Error(`The node reports the network "${root.network_passphrase}" instead of "${passphrase}"`);
    return { latest: root.history_latest_ledger, elder: root.history_elder_ledger };
  };
  let isVerified = false;
  const root = async () => {
    const answer = await readRoot();
    isVerified = true;
    return answer;
  };
  const verified: typeof read = async (schema, path, query) => {
    if (!isVerified) await root();
    return read(schema, path, query);
  };
  const page = { limit: pageSize.toString() };

  return {
    /** Latest and earliest ledger of the node's history. @throws Error if the node belongs to another network */
    root,

    /** A closed ledger; undefined if the node does not have it or no longer has it. */
    async ledger(sequence: bigint) {
      const answer = await verified(ledgerSchema, `/ledgers/${sequence}`).catch(unlessGone);
      if (answer && answer.value.sequence !== sequence) throw new Error('Horizon answered with another ledger');
      return answer?.value;
    },

    /** @returns undefined if the account does not exist. @param id `G…` */
    async account(id: string): Promise<HorizonAccount | undefined> {
      const answer = await verified(accountSchema, `/accounts/${id}`);
      return answer && { ...answer.value, asOf: answer.asOf };
    },

    /** Payment operations of an account after a paging token, oldest first. */
    async paymentsOf(account: string, cursor: bigint) {
      const query = { ...page, order: 'asc', join: 'transactions', cursor: cursor.toString() };
      const answer = await verified(paymentsSchema, `/accounts/${account}/payments`, query);
      return answer?.value ?? [];
    },

    /** Transactions of an account before a paging token, newest first, including failed ones. */
    async transactionsOf(account: string, cursor: bigint) {
      const query = { ...page, order: 'desc', include_failed: 'true', cursor: cursor.toString() };
      const answer = await verified(transactionsSchema, `/accounts/${account}/transactions`, query);
      return answer?.value ?? [];
    },

    /** A transaction in a closed ledger. A fee bump is also found by the hash of its inner transaction. */
    async transaction(hash: string) {
      const answer = await verified(transactionSchema, `/transactions/${hash}`);
      if (answer && answer.value.hash !== hash) throw new Error('Horizon answered with another transaction');
      return answer?.value;
    },

    /** All payment operations of a transaction. */
    async paymentsIn({ hash, operation_count: count }: HorizonTransaction) {
      const operations: HorizonOperation[] = [];
      for (;;) {
        const cursor = operations.at(-1)?.id ?? 0n;
        const query = { ...page, order: 'asc', join: 'transactions', cursor: cursor.toString() };
        const answer = await verified(paymentsSchema, `/transactions/${hash}/payments`, query);
        // Another server behind the same URL may lag behind. Do not report a transaction without payments in that case.
        if (!answer) throw new HttpStatusError('Horizon’s list of a transaction’s operations', 404);
        operations.push(...answer.value);
        if (answer.value.length === 0 || operations.length >= Number(count)) return operations;
      }
    },

    /** Total supply of an asset, in stroops. Horizon does not list an asset without holders. */
    async supplyOf({ code, issuer }: StellarToken): Promise<bigint> {
      const answer = await verified(assetsSchema, '/assets', { asset_code: code, asset_issuer: issuer });
      const found = (answer?.value ?? []).filter((each) => each.asset_code === code && each.asset_issuer === issuer);
      return found.reduce((sum, each) => sum + each.supply, 0n);
    },

    async feeStats() {
      const answer = await verified(feeStatsSchema, '/fee_stats');
      if (!answer) throw new HttpStatusError('Horizon’s fee statistics', 404);
      return answer.value;
    },

    /** Submits a transaction without waiting for its ledger. @param raw XDR in base64 @throws HttpStatusError */
    async submit(raw: string) {
      if (!isVerified) await root();
      const path = '/transactions_async';
      const response = await send(path, {}, new URLSearchParams({ tx: raw }));
      const text = await response.text();
      // The status is in the body for HTTP status 201, 400, 409 and 503.
      const submission = submissionIn(text);
      if (!submission) throw new HttpStatusError('Horizon', response.status);
      return submission;
    },
  };
}

const submissionIn = (text: string) => parsed(submissionSchema, text);

/** Whether Horizon itself reports that a resource does not exist. A proxy's 404 is no proof. */
const isNotFound = (text: string): boolean => parsed(problemSchema, text)?.type.endsWith('/not_found') ?? false;

/** @returns undefined if the text does not match the schema */
function parsed<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  try {
    return parseJson(schema, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Horizon returns 410 for ledgers before its history. */
function unlessGone(error: unknown): undefined {
  if (error instanceof HttpStatusError && error.status === 410) return undefined;
  throw error;
}
