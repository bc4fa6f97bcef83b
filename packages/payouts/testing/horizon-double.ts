import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { extractBaseAddress } from '@stellar/stellar-sdk/base';
import { listen } from '@wusd/server-kit/testing/loopback';
import { accountBody, assetBody, type Json, paymentsOf, transactionBody } from './horizon-answers.ts';
import { type Applied, baseFee, baseReserve, type Ledger, type LedgerDouble } from './stellar-ledger-double.ts';

// A double of a Horizon server that serves the ledgers of a network double. Its responses follow Horizon's OpenAPI
// (stellar/stellar-docs, openapi/horizon) and its source (stellar/stellar-horizon, August 2026): a fee bump is found by
// the hash of its inner transaction, an ascending page before the node's history starts at the history's first ledger,
// and `/transactions_async` returns 201, 400, 409 and 503.
//
// Not covered: links, rate limits, streaming, result and meta XDR, the timing of ingestion, and that public providers
// run this version.

/** Faults of a server. */
export interface HorizonFaults {
  /** Number of ledgers by which the server lags behind. */
  lag: number;
  /** Number of ledgers by which the history server behind the same URL lags behind. */
  historyLag: bigint;
  /** First ledger of the server's history. */
  elder: bigint;
  /** Ledger for which the server reports a wrong hash. */
  liesAbout?: bigint;
  /** Maximum records on a page. */
  pageLimit: number;
  /** Transactions that the server does not list. */
  hidden: Set<string>;
  /** Transactions that the server reports as failed. */
  failed: Set<string>;
  /** Transactions that the server lists, but does not find by hash. */
  notFound: Set<string>;
  passphrase?: string;
  /** Acknowledges submissions and loses them. */
  losesSubmissions: boolean;
  /** A proxy times out after forwarding a submission. */
  timesOut: boolean;
  isDown: boolean;
}

interface Answer {
  status: number;
  body: Json;
  asOf?: bigint;
}

const problem = (status: number, name: string): Answer => ({
  status,
  body: { type: `https://stellar.org/horizon-errors/${name}`, title: name, status, detail: '' },
});
const notFound = problem(404, 'not_found');
/** Serves the ledgers of a network until closed. */
export async function startHorizon(network: LedgerDouble) {
  const faults: HorizonFaults = {
    lag: 0,
    historyLag: 0n,
    elder: 1n,
    pageLimit: 200,
    hidden: new Set(),
    notFound: new Set(),
    failed: new Set(),
    losesSubmissions: false,
    timesOut: false,
    isDown: false,
  };

  const known = (): Ledger[] => network.ledgers.slice(0, network.ledgers.length - faults.lag);
  const history = (): Applied[] => {
    const latest = (known().at(-1)?.sequence ?? 0n) - faults.historyLag;
    return known()
      .filter(({ sequence }) => sequence >= faults.elder && sequence <= latest)
      .flatMap(({ transactions }) => transactions)
      .filter(({ hash }) => !faults.hidden.has(hash))
      .map((tx) => (faults.failed.has(tx.hash) ? { ...tx, isSuccessful: false } : tx));
  };
  const ofTransaction = (hash: string, respond: (tx: Applied) => Answer): Answer => {
    const found = history().find((tx) => tx.hash === hash || tx.innerHash === hash);
    return found && !faults.notFound.has(found.hash) ? respond(found) : notFound;
  };

  /** A page of records, sorted by id. */
  const page = (records: Json[], query: URLSearchParams): Answer => {
    const [cursor, isDescending] = [query.get('cursor'), query.get('order') === 'desc'];
    const idOf = (record: Json): bigint => BigInt(String(record['paging_token']));
    const ordered = isDescending ? records.toReversed() : records;
    const after = ordered.filter((each) => {
      if (cursor === null) return true;
      return isDescending ? idOf(each) < BigInt(cursor) : idOf(each) > BigInt(cursor);
    });
    return {
      status: 200,
      body: { _embedded: { records: after.slice(0, Math.min(Number(query.get('limit') ?? 10), faults.pageLimit)) } },
    };
  };

  const ledgerAnswer = (sequence: bigint): Answer => {
    if (sequence < faults.elder) return problem(410, 'before_history');
    const ledger = known().find((each) => each.sequence === sequence);
    if (!ledger) return notFound;
    const hash = faults.liesAbout === sequence ? 'f'.repeat(64) : ledger.hash;
    const body = { id: hash, hash, prev_hash: ledger.previous, sequence: Number(sequence) };
    return {
      status: 200,
      body: { ...body, base_fee_in_stroops: Number(baseFee), base_reserve_in_stroops: Number(baseReserve) },
    };
  };

  const accountAnswer = (id: string): Answer => {
    const ledger = known().at(-1);
    const account = ledger?.accounts.get(id);
    return ledger && account ? { status: 200, body: accountBody(id, account), asOf: ledger.sequence } : notFound;
  };

  /** The requested assets with the balances of all accounts. Doubles have no claimable balances, pools or contracts. */
  const assets = (query: URLSearchParams): Answer => {
    const [code, issuer] = [query.get('asset_code') ?? '', query.get('asset_issuer') ?? ''];
    const lines = [...(known().at(-1)?.accounts.values() ?? [])].flatMap(
      (account) => account.lines.get(`${code}:${issuer}`) ?? [],
    );
    return {
      status: 200,
      body: { _embedded: { records: lines.length === 0 ? [] : [assetBody(code, issuer, lines)] } },
    };
  };

  const root = (): Answer => ({
    status: 200,
    body: {
      network_passphrase: faults.passphrase ?? network.passphrase,
      history_latest_ledger: Number(known().at(-1)?.sequence),
      history_elder_ledger: Number(faults.elder),
    },
  });

  const feeStats = (): Answer => {
    const fee = network.surge().toString();
    return {
      status: 200,
      body: { last_ledger_base_fee: baseFee.toString(), fee_charged: { p90: fee }, max_fee: { p90: fee } },
    };
  };

  const submit = async (request: IncomingMessage): Promise<Answer> => {
    const raw = new URLSearchParams(await text(request)).get('tx') ?? '';
    if (faults.losesSubmissions) return { status: 201, body: { tx_status: 'PENDING' } };
    const submission = network.submit(raw);
    if (faults.timesOut) return problem(504, 'timeout');
    const status = { PENDING: 201, ERROR: 400, DUPLICATE: 409, TRY_AGAIN_LATER: 503 }[submission.status];
    const result = submission.status === 'ERROR' ? { error_result_xdr: submission.result } : {};
    return { status, body: { tx_status: submission.status, ...result } };
  };

  const paymentsPage = (id: string, query: URLSearchParams): Answer => {
    const successful = history().filter((tx) => tx.isSuccessful);
    const records = successful.flatMap(paymentsOf).filter(({ parties }) => parties.includes(id));
    return page(records, query);
  };

  const transactionsPage = (id: string, query: URLSearchParams): Answer => {
    const involves = (tx: Applied): boolean =>
      extractBaseAddress(tx.inner.source) === id || paymentsOf(tx).some(({ parties }) => parties.includes(id));
    const records = history().filter(involves);
    return page(
      records.map((tx) => transactionBody(tx)),
      query,
    );
  };

  const routes: [RegExp, (id: string, query: URLSearchParams) => Answer][] = [
    [/^\/()$/, root],
    [/^\/(fee_stats)$/, feeStats],
    [/^\/(assets)$/, (_, query) => assets(query)],
    [/^\/ledgers\/(\d+)$/, (id) => ledgerAnswer(BigInt(id))],
    [/^\/accounts\/(\w+)$/, accountAnswer],
    [/^\/accounts\/(\w+)\/payments$/, paymentsPage],
    [/^\/accounts\/(\w+)\/transactions$/, transactionsPage],
    [/^\/transactions\/(\w+)$/, (id) => ofTransaction(id, (tx) => ({ status: 200, body: transactionBody(tx, id) }))],
    [/^\/transactions\/(\w+)\/payments$/, (id, query) => ofTransaction(id, (tx) => page(paymentsOf(tx), query))],
  ];

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    if (faults.isDown) return problem(500, 'server_error');
    if (request.method === 'POST') return pathname === '/transactions_async' ? submit(request) : notFound;
    for (const [path, respond] of routes) {
      const [, id] = path.exec(pathname) ?? [];
      if (id !== undefined) return respond(id, searchParams);
    }
    return notFound;
  };

  const server = createServer((request, response) => {
    void (async () => {
      const { status, body, asOf } = await answer(request);
      response.writeHead(status, {
        'content-type': 'application/hal+json',
        ...(asOf !== undefined && { 'latest-ledger': asOf.toString() }),
      });
      response.end(JSON.stringify(body));
    })();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    faults,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
