import { tmpdir } from 'node:os';
import { systemClock } from '@wusd/server-kit/clock';
import type { Command } from '../src/commands/command.ts';
import { walletsOf } from '../src/domains/wallet/accounts/available.ts';
import { appendEventsOf } from '../src/platform/events/events.ts';
import { createId } from '../src/platform/ids.ts';
import { postAll } from '../src/ledger/ledger.ts';
import { createLogger } from '@wusd/server-kit/logging';
import { startServer } from '../src/composition/server.ts';
import { readSettings } from '../src/composition/settings.ts';
import { examplePreview, exampleResult } from './contract-examples.ts';

// A node whose only command is a transfer, to measure its cost through the whole API without the rest of the product.
// It replaces the swap command, which needs a session, a captcha, an intent and a code: the customer pays a hundredth
// of a WUSD to the ledger account that replaces the quote id, and the customer's open pages are notified.

const cent = 10n ** 16n;

const done = exampleResult('submitOtc');
const { intentId: _, expiresAt: __, checkGroups: ___, ...reviewed } = examplePreview('submitOtc');

const transfer: Command<'submitOtc'> = {
  preview: async () => ({ review: { ...reviewed, blockers: [] } }),
  maxBatchSize: 100,
  async execute(executions, trx) {
    const calls = executions.map(({ call }) => call);
    const payers = calls.map(({ caller }) => caller.customerId);
    const wallets = new Map((await walletsOf(trx, payers, ['WUSD'])).map((wallet) => [wallet.customerId, wallet]));
    const paid = calls.map(({ caller: { customerId }, body: { quoteId: account } }) => {
      const wallet = wallets.get(customerId);
      if (!wallet) throw new Error('A customer without a wallet account');
      return { id: createId('trf', systemClock), wallet, account };
    });
    await postAll(
      trx,
      paid.map(({ id, wallet: { accountId, customerId }, account }) => ({
        id,
        kind: 'transfer',
        entityId: customerId,
        eventTime: systemClock.now(),
        legs: [
          { account: accountId, amount: cent },
          { account, amount: -cent },
        ],
      })),
    );
    await appendEventsOf(
      trx,
      systemClock,
      new Map(
        paid.map(({ id, wallet }) => [
          wallet.customerId,
          [{ type: 'wallet_account_updated', payload: { walletId: wallet.id, entityId: id } }],
        ]),
      ),
    );
    return { results: paid.map(({ id }) => ({ ...done, id })) };
  },
  topics: ({ caller }) => [caller.customerId],
};

const settings = readSettings(process.env);
const server = await startServer({
  settings,
  dataFolder: tmpdir(),
  webRoot: undefined,
  log: createLogger(settings),
  commands: { submitOtc: transfer },
});
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
process.stdout.write(`listening at http://127.0.0.1:${new URL(server.url).port}\n`);
