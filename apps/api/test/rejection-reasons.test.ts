import { Network } from '@wusd/api-sdk/domain';
import { languages } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { depositReasons, withdrawalReasons } from '../src/domains/transfers/core/reasons.ts';
import { transitionFiatDeposit } from '../src/domains/transfers/fiat/deposits.ts';
import { orderReasons } from '../src/domains/exchange/otc/states.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { ownerOf } from '../testing/movements.ts';
import { askFiatWithdrawal, saveOldBankAccount } from '../testing/fiat.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { asMei } from '../testing/as-mei.ts';
import { delivered, eventually, mei } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Customers read the reason of a rejection, or a neutral sentence if none was given.

const me = await asMei();
const { node, services } = me;
let customerId: string;
beforeAll(async () => {
  customerId = (await ownerOf(services, mei.username)).id;
});
let nextKey = 4711n;
const later = (): Date => new Date(services.clock.now().getTime() + 60 * 60_000);

type Arrival = 'chain-transfer' | 'bank-credit';

/** Creates a deposit that waits for a person. @returns its id */
async function heldDeposit(type: Arrival): Promise<string> {
  const isChain = type === 'chain-transfer';
  const { reference } = await node.api.sandbox.createEvent({
    type,
    subjectId: mei.username,
    outcome: 'high-risk',
    money: { currency: isChain ? 'USDC' : 'SGD', amount: '90' },
    ...(isChain ? { networkId: Network.Polygon } : { partnerId: 'dbs' }),
  });
  const resource = isChain ? me.api.cryptoTransactions : me.api.fiatTransactions;
  return eventually(async () => {
    const { items } = await resource.search({ filter: { text: reference } });
    const [found] = items;
    return found?.hold?.who === 'Operations' ? found.id : undefined;
  });
}

const makers: [string, () => Promise<string>][] = [
  ['a crypto deposit', () => heldDeposit('chain-transfer')],
  ['a fiat deposit', () => heldDeposit('bank-credit')],
  [
    'a crypto withdrawal',
    async () => {
      const addressId = await saveOldAddress(services, customerId, 3, simulatedAddress(3, (nextKey += 1n)));
      return askWithdrawal(services, { customerId, addressId, amount: '10', payoutsFrom: later() });
    },
  ],
  [
    'a fiat withdrawal',
    async () => {
      const bankAccountId = await saveOldBankAccount(services, customerId);
      return askFiatWithdrawal(services, { customerId, bankAccountId, amount: '10.00', payoutsFrom: later() });
    },
  ],
];

/** The texts about a rejection in the timeline and in the mail. */
async function said(id: string): Promise<{ reason: string | undefined; mail: string }> {
  const resource = id.startsWith('ctx_') ? me.api.cryptoTransactions : me.api.fiatTransactions;
  const { timeline, status } = await resource.get(id);
  expect(status).toBe('rejected');
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(mei.username);
  return {
    reason: timeline.at(-1)?.reason,
    mail: messages.find(({ text }) => text.includes(id) && text.includes('not '))?.text ?? '',
  };
}

describe.each(makers)('%s', (_, make) => {
  test('rejected without a reason has a neutral explanation', async () => {
    const id = await make();
    await node.api.sandbox.createEvent({ type: 'approval', subjectId: id, outcome: 'rejected' });
    const { reason, mail } = await said(id);
    expect(reason).toMatch(/^We reviewed it and couldn’t (accept|approve) it\.$/);
    expect(mail).toContain(reason);
  });

  test('rejected with a reason shows it', async () => {
    const id = await make();
    await operatorOf(services)('reject', id, '--reason', 'at-your-request');
    const { reason, mail } = await said(id);
    expect(reason).toBe('You asked us to.');
    expect(mail).toContain(reason);
  });
});

test('a rejection without a reason in the domain has a neutral explanation too', async () => {
  const id = await heldDeposit('bank-credit');
  await transitionFiatDeposit(services, id, { to: 'rejected', actor: 'Operations', operator: 'priya' });
  const { reason, mail } = await said(id);
  expect(reason).toBe('We reviewed it and couldn’t accept it.');
  expect(mail).toContain(reason);
});

test.each(languages)('every reason has a text in %s', (language) => {
  const ids = [
    ...depositReasons.map((reason) => `depositReason.${reason}`),
    ...withdrawalReasons.map((reason) => `withdrawalReason.${reason}`),
    ...orderReasons.map((reason) => `orderReason.${reason}`),
    'depositReason.review',
    'withdrawalReason.review',
  ];
  for (const id of ids) expect(formatMessage(language, `message.${id}`)).not.toContain(id);
});
