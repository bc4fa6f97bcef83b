import { Network } from '@wusd/api-sdk/domain';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { placeOrder } from '../src/domains/exchange/otc/place.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { computeOffer, openQuote } from '../src/domains/exchange/otc/quotes.ts';
import { appendHashChain } from '../src/ledger/hash-chain.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import { copyDatabase, createDatabase, eventually, mei, type Node, startNode } from '../testing/harness.ts';
import { readNetworkSettings } from '@wusd/payouts/network-settings';
import { GatewayError } from '../src/platform/errors/gateway-error.ts';
import { operatorOf } from '../testing/operator.ts';

const operator = (node: Node) => operatorOf(node.server.services)('reconcile');

/** A database with the demo customers' money, all of it sealed in the hash chain. Each test uses a copy. */
let original: string;
beforeAll(async () => {
  original = await createDatabase();
  await using node = await startNode(original);
  await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    networkId: 3,
    money: { currency: 'WUSD', amount: '25.00' },
  });
  const { services } = node.server;
  const { db, clock, vault } = services;
  // Three wires and three chain transfers of the demo, and this one.
  const arrived = db.selectFrom('transfer').select('id').where('kind', 'like', '% deposit');
  await eventually(async () => ((await arrived.execute()).length === 7 ? true : undefined));
  const customer = await findCustomerByEmail(db, vault, mei.username);
  const asked = { payCurrency: 'WUSD', receiveCurrency: 'THB', payAmount: '50.00' };
  const { id = '' } = customer ?? {};
  const quote = await openQuote(services, id, await computeOffer(services, asked, id));
  await transact(db, (trx) => placeOrder(trx, services, id, quote.id));
  await settleOrders(services);
  await rollUp(db);
  await appendHashChain(db, clock);
});

async function withMoney(): Promise<{ node: Node; url: string }> {
  const url = await copyDatabase(original);
  return { node: await startNode(url), url };
}

test('a network that cannot be compared is listed with its reason and does not stop the others', async () => {
  const { node: started } = await withMoney();
  await using node = started;
  const { services } = node.server;
  const networks = readNetworkSettings(new URL('../networks.example.json', import.meta.url).pathname);
  const { chain } = services.gateways;
  const holdingsAt: typeof chain.holdingsAt = async (networkId) => {
    if (networkId === Network.Polygon)
      throw new GatewayError({ gateway: 'chain:polygon', operation: 'holdingsAt', networkId }, 'timeout');
    return networkId === Network.Tron ? undefined : new Map(networkId === Network.Bnb ? [['USDT', 10n ** 18n]] : []);
  };
  const supply: typeof chain.supply = async (networkId) => {
    if (networkId === Network.Polygon)
      throw new GatewayError({ gateway: 'chain:polygon', operation: 'supply', networkId }, 'timeout');
    if (networkId === Network.Stellar) return undefined;
    return networkId === Network.Base ? 2n * 10n ** 18n : 0n;
  };
  const configured = {
    ...services,
    settings: { ...services.settings, networks },
    gateways: { ...services.gateways, chain: { ...chain, holdingsAt, supply } },
  };
  const lines = (await operatorOf(configured)('reconcile')).split('\n');
  expect(lines).toEqual([
    'BNB Chain: holds 1.00 USDT at 0, the ledger says 0.00 USDT',
    'Base: its supply is 2.00 WUSD, the ledger says 0.00 WUSD: 2.00 WUSD were minted there without an order',
    'Polygon: not compared, chain:polygon gave no answer (timeout)',
    expect.stringMatching(/^Tron: not compared, its balances at \d+ can't be read$/),
    "Stellar: not compared, its supply of WUSD can't be read",
  ]);
});

test('postings balance and match the hash chain', async () => {
  const { node: started } = await withMoney();
  await using node = started;
  expect(await operator(node)).toBe('No differences found.');
});

describe('a database owner can tamper with data, and', () => {
  const ofMei = `(select w.account_id from wallet_account w join account a on a.id = w.account_id where a.posted > 0 and w.currency = 'WUSD' limit 1)`;
  const anyTransfer = `(select id from transfer order by id desc limit 1)`;
  const anyDeposit = `(select id from crypto_transaction limit 1)`;

  test.each<[string, string, RegExp]>([
    [
      'a posting',
      `update posting set amount = amount + 1 where transfer_id = ${anyTransfer} and amount > 0`,
      /^transfer .*: its postings in \w+ sum to 1$/,
    ],
    [
      'a balance',
      `update account set posted = posted + 1 where id = ${ofMei}`,
      /^account .*: has balance \d+, its last posting has \d+$/,
    ],
    [
      'a balance after',
      `update posting set balance_after = balance_after + 1 where account_id = ${ofMei} and version = 1`,
      /^account .*: posting \d+ does not follow/,
    ],
    [
      'a whole transfer',
      `with gone as (delete from posting where transfer_id = ${anyTransfer}) select 1`,
      /^transfer .*: has no postings$/,
    ],
    [
      'what is yet to be added up',
      `insert into posting_pending values (${ofMei}, ${anyTransfer}, 5)`,
      /^transfer .*: its leg on account .* is pending, but the account does not append$/,
    ],
    [
      'the transfer of a posting',
      `update posting set transfer_id = 'nowhere' where transfer_id = ${anyTransfer}`,
      /^transfer nowhere: has postings but does not exist$/,
    ],
    [
      'the transfer that resolved a hold',
      `update hold_event set transfer_id = 'nowhere' where outcome = 'post'`,
      /^hold .*: was resolved by a transfer that does not exist$/,
    ],
    [
      'a hold that nobody made',
      `update account set held = 1 where id = ${ofMei}`,
      /^account .*: has 1 held, its open holds sum to 0$/,
    ],
    [
      'a hold that holds nothing',
      `insert into hold values ('h', ${ofMei}, 5, 'k', 'e', now())`,
      /^account .*: has 0 held, its open holds sum to 5$/,
    ],
    [
      'when something was posted',
      `update transfer set event_time = event_time - interval '1 day' where id = ${anyTransfer}`,
      /^block \d+: its transfers do not match its hash$/,
    ],
    [
      'the chain',
      `update chain_block set previous_hash = sha256('x') where number = 1`,
      /^block 1: does not follow the previous block$/,
    ],
    [
      'what is yet to be sealed',
      `insert into transfer (id, kind, entity_id, event_time) values ('secret', 'k', 'e', now())`,
      /^transfer secret: is neither sealed nor pending$/,
    ],
    [
      'what a deposit is said to be',
      `update crypto_transaction set amount = amount * 2 where id = ${anyDeposit}`,
      /^deposit .*: is of \d+, its customer was credited \d+$/,
    ],
    [
      'how far a deposit is',
      `update crypto_transaction set status = 'to be confirmed' where id = ${anyDeposit}`,
      /^deposit .*: is to be confirmed, its history says completed$/,
    ],
    [
      'what an order is said to be',
      `update quote set receive = receive + 1 where used_at is not null`,
      /^order .*: is of \d+ for \d+, its customer paid \d+ for \d+$/,
    ],
    [
      'of what kind an account of WUSD is',
      `update account set kind = 'gift' where kind = 'custody' and asset = 'WUSD'`,
      /^WUSD: the desk has issued [\d,.-]+ WUSD, networks and wallets have [\d,.-]+ WUSD$/,
    ],
    ['that an order is over', `update otc_order set status = 'processing'`, /^order .*: waits, and holds nothing$/],
    [
      'how an order ended',
      `update otc_order set status = 'failed'`,
      /^order .*: is failed, its history says completed$/,
    ],
    [
      'what an account is',
      `update account set kind = 'desk' where id = ${ofMei}`,
      /^wallet account .*: its ledger account is another’s$/,
    ],
  ])('reconcile reports a change of %s', async (_, corruption, difference) => {
    const { node: started, url } = await withMoney();
    await using node = started;
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(corruption);
    await owner.end();
    expect(await reconcile(node.server.services)).toContainEqual(expect.stringMatching(difference));
    expect(await operator(node)).toMatch(new RegExp(difference.source, 'm'));
  });
});
