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

/** Most records that Horizon puts on a page. */
const pageSize = 200;

/** Balances, sequence number and data of an account, as of one ledger. */
export type HorizonAccount = v.InferOutput<typeof accountSchema> & {
  /** Ledger that the account was read at; undefined if the node does not say. */
  asOf: bigint | undefined;
};

/** One Horizon server of a network. */
export type Horizon = ReturnType<typeof createHorizon>;

/**
 * Reads one Horizon server. Before its first answer is used, it must report the network's passphrase.
 *
 * @param url base URL. Its path and query are kept, because providers put access tokens there.
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

  /** Its answer is used at once, so it is not cached: the latest ledger is part of it. */
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
    /** Latest and earliest ledger of the history that the node has. @throws Error if it is of another network */
    root,

    /** A closed ledger; undefined if the node does not have it, or no longer. */
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

    /** Transactions of an account before a paging token, newest first, and failed ones included. */
    async transactionsOf(account: string, cursor: bigint) {
      const query = { ...page, order: 'desc', include_failed: 'true', cursor: cursor.toString() };
      const answer = await verified(transactionsSchema, `/accounts/${account}/transactions`, query);
      return answer?.value ?? [];
    },

    /** A transaction in a closed ledger; a fee bump is found by the hash of its inner transaction as well. */
    async transaction(hash: string) {
      const answer = await verified(transactionSchema, `/transactions/${hash}`);
      if (answer && answer.value.hash !== hash) throw new Error('Horizon answered with another transaction');
      return answer?.value;
    },

    /** Payment operations of a transaction that the node has. */
    async paymentsIn({ hash, operation_count: count }: HorizonTransaction) {
      const operations: HorizonOperation[] = [];
      for (;;) {
        const cursor = operations.at(-1)?.id ?? 0n;
        const query = { ...page, order: 'asc', join: 'transactions', cursor: cursor.toString() };
        const answer = await verified(paymentsSchema, `/transactions/${hash}/payments`, query);
        // Another server behind the same URL may lag behind. That must not look like a transaction without payments.
        if (!answer) throw new HttpStatusError('Horizon’s list of a transaction’s operations', 404);
        operations.push(...answer.value);
        if (answer.value.length === 0 || operations.length >= Number(count)) return operations;
      }
    },

    /** Units of an asset that exist. An asset that nobody holds is not listed. */
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
      // The status is part of the body whatever the HTTP status: 201, 400, 409 or 503.
      const submission = submissionIn(text);
      if (!submission) throw new HttpStatusError('Horizon', response.status);
      return submission;
    },
  };
}

const submissionIn = (text: string) => parsed(submissionSchema, text);

/** Whether Horizon itself says that something does not exist. A proxy's 404 is not proof of that. */
const isNotFound = (text: string): boolean => parsed(problemSchema, text)?.type.endsWith('/not_found') ?? false;

/** @returns undefined if the text has another shape */
function parsed<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  try {
    return parseJson(schema, text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Horizon answers 410 about ledgers that are earlier than its history. */
function unlessGone(error: unknown): undefined {
  if (error instanceof HttpStatusError && error.status === 410) return undefined;
  throw error;
}
