import { compare } from '@wusd/api-sdk/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import { saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { placeOrder } from '../src/domains/exchange/otc/place.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { computeOffer, openQuote } from '../src/domains/exchange/otc/quotes.ts';
import { contract } from '../src/platform/contract/contract.ts';
import { requestCryptoWithdrawal } from '../src/domains/transfers/crypto/withdrawals.ts';
import { createId } from '../src/platform/ids.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import {
  bearer,
  clientOf,
  createDemoDatabase,
  eventually,
  exportOf,
  mei,
  type Node,
  send,
  signIn,
  startNode,
} from '../testing/harness.ts';

const person = { fullName: 'Lim', roles: ['director' as const], dateOfBirth: '1980-01-01', residence: 'SG' };
const somchai = { username: 'somchai@demo.example', password: mei.password };

describe('an entity named in a path (control 15)', () => {
  /** Creates a settled order. */
  async function orderOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { services } = node.server;
    const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' };
    const { id: customerId } = (await findCustomerByEmail(services.db, services.vault, mei.username)) ?? { id: '' };
    await eventually(async () => {
      const wusd = (await clientOf(node, own).walletAccounts.list()).find(({ currency }) => currency === 'WUSD');
      return compare(wusd?.available ?? '0', '20') > 0 ? true : undefined;
    });
    const quote = await openQuote(services, customerId, await computeOffer(services, asked, customerId));
    const id = await transact(services.db, (trx) => placeOrder(trx, services, customerId, quote.id));
    await settleOrders(services);
    return id;
  }
  let saved = 0;
  async function addressOf({ server: { services } }: Node): Promise<string> {
    saved += 1;
    const number = saved;
    const { db, vault } = services;
    return transact(db, async (trx) => {
      const customer = await findCustomerByEmail(trx, vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      const address = { label: `Cold ${number}`, address: simulatedAddress(3, 99n + BigInt(number)), networkId: 3 };
      return saveAddress(trx, services, customer, address);
    });
  }
  const bankAccount = {
    label: 'Own',
    beneficiaryName: 'Mei Tan',
    bankCode: '004',
    accountNumber: '123456789',
    bankName: 'HSBC',
    country: 'HK',
    currency: 'HKD',
    rail: 'FPS',
  } as const;
  async function bankAccountOf({ server: { services } }: Node): Promise<string> {
    saved += 1;
    const accountNumber = String(123_456_789 + saved);
    const { db, vault } = services;
    return transact(db, async (trx) => {
      const customer = await findCustomerByEmail(trx, vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      return saveBankAccount(trx, services, customer, { ...bankAccount, accountNumber });
    });
  }
  async function withdrawalOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    await depositOf(node, own);
    const { services } = node.server;
    const addressId = await addressOf(node);
    return transact(services.db, async (trx) => {
      const customer = await findCustomerByEmail(trx, services.vault, mei.username);
      if (!customer) throw new Error('No demo customer');
      return requestCryptoWithdrawal(trx, services, {
        customer,
        currency: 'WUSD',
        amount: 10n ** 18n,
        fee: 0n,
        destination: {
          id: addressId,
          networkId: 3,
          address: simulatedAddress(3, 99n),
          memo: null,
          payoutsFrom: new Date(services.clock.now().getTime() + 60_000),
        },
        confirmationsNeeded: 1,
      });
    });
  }
  async function passkeyOf({ server: { services } }: Node): Promise<string> {
    const customer = await findCustomerByEmail(services.db, services.vault, mei.username);
    const id = createId('pky', services.clock);
    const row = { is_backup_eligible: true, is_synced: true, sign_count: '0', transports: '[]', name: 'Phone' };
    const keys = { credential_id: Buffer.from(id), public_key: Buffer.from(id) };
    await services.db
      .insertInto('passkey')
      .values({
        ...row,
        ...keys,
        id,
        customer_id: customer?.id ?? '',
        created_at: services.clock.now(),
        last_used_at: null,
      })
      .execute();
    return id;
  }
  function depositOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { cryptoTransactions } = clientOf(node, own);
    return eventually(
      async () => (await cryptoTransactions.search({ filter: { status: 'completed', currency: 'WUSD' } })).items[0]?.id,
    );
  }
  function wireOf(node: Node, own: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { fiatTransactions } = clientOf(node, own);
    return eventually(async () => (await fiatTransactions.search({ filter: { status: 'completed' } })).items[0]?.id);
  }
  /** A path with an entity of the owner, by operation. A new operation with an entity in its path needs its line. */
  const owned: Record<string, (node: Node, own: Awaited<ReturnType<typeof signIn>>) => Promise<string>> = {
    deleteSession: async (node, own) => {
      const [current] = await clientOf(node, own).security.listSessions();
      return `/user/sessions/${current?.id}`;
    },
    getHistoryExport: exportOf,
    getHistoryExportFile: async (node, own) => `${await exportOf(node, own)}/file`,
    getOtc: async (node, own) => `/otc/${await orderOf(node, own)}`,
    cancelOtc: async (node, own) => `/otc/${await orderOf(node, own)}/cancel`,
    getOtcReceipt: async (node, own) => `/otc/receipt/${await orderOf(node, own)}`,
    getCryptoTransaction: async (node, own) => `/crypto-transaction/${await depositOf(node, own)}`,
    getCryptoReceipt: async (node, own) => `/crypto-transaction/receipt/${await depositOf(node, own)}`,
    cancelCryptoTransaction: async (node, own) => `/crypto-transaction/${await withdrawalOf(node, own)}/cancel`,
    getFiatTransaction: async (node, own) => `/fiat-transaction/${await wireOf(node, own)}`,
    getFiatReceipt: async (node, own) => `/fiat-transaction/receipt/${await wireOf(node, own)}`,
    cancelFiatTransaction: async (node, own) => `/fiat-transaction/${await wireOf(node, own)}/cancel`,
    getBankAccount: async (node) => `/bank-account/${await bankAccountOf(node)}`,
    deleteBankAccount: async (node) => `/bank-account/delete/${await bankAccountOf(node)}`,
    editBankAccount: async (node) => `/bank-account/${await bankAccountOf(node)}?dryRun=true`,
    setDefaultBankAccount: async (node) => `/bank-account/set-default/${await bankAccountOf(node)}`,
    deleteBlockchainAddress: async (node) => `/blockchain-address/${await addressOf(node)}`,
    renamePasskey: async (node) => `/mfa/passkeys/${await passkeyOf(node)}`,
    removePasskey: async (node) => `/mfa/passkeys/${await passkeyOf(node)}?dryRun=true`,
    removeVerificationDocument: async (node) => `/user/verification/documents/${await documentOf(node)}`,
    editVerificationPerson: async (node) => `/user/verification/persons/${await personOf(node)}`,
    removeVerificationPerson: async (node) => `/user/verification/persons/${await personOf(node)}`,
    getFeedbackAttachment: async (node, own) => {
      const file = new File(['%PDF-1.7'], 'a.pdf');
      const { supportReference } = await clientOf(node, own).feedback.send({ text: 'a', attachments: [file] });
      return `/feedback/${supportReference}/attachment/1`;
    },
  };

  const bodies: Record<string, unknown> = {
    editBankAccount: bankAccount,
    renamePasskey: { name: 'Mine' },
    editVerificationPerson: person,
  };
  /** The client of a company that is not verified. */
  async function harbourOf(node: Node) {
    return clientOf(node, await signIn(node, { username: 'harbour@demo.example', password: mei.password }));
  }
  async function documentOf(node: Node): Promise<string> {
    const { verification } = await harbourOf(node);
    const file = new File(['%PDF-1.7'], 'a.pdf');
    const { requirements } = await verification.uploadDocument({ kind: 'incorporation', file });
    return requirements[0]?.documents[0]?.id ?? '';
  }
  async function personOf(node: Node): Promise<string> {
    const { verification } = await harbourOf(node);
    const { persons } = await verification.addPerson(person);
    return persons.at(-1)?.id ?? '';
  }

  let node: Node;
  let own: Awaited<ReturnType<typeof signIn>>;
  let thief: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    node = await startNode(await createDemoDatabase());
    own = await signIn(node);
    thief = await signIn(node, somchai);
  });
  afterAll(() => node[Symbol.asyncDispose]());

  test('is tested for every such operation', async () => {
    const named = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => /\{(id|supportReference)\}/.test(path) && security === undefined)
        .map(([method, { operationId }]) => ({ path: path.replaceAll(/\{\w+\}/g, 'x'), method, operationId })),
    );
    for (const { path, method, operationId } of named) {
      const { status } = await send(node, method.toUpperCase(), path);
      expect({ operationId, isMounted: status !== 501 }).toEqual({ operationId, isMounted: operationId in owned });
    }
  });

  test.each(Object.keys(owned))('is not found by another customer: %s', async (operationId) => {
    const path = await owned[operationId]?.(node, own);
    const [method] =
      Object.values(contract.paths)
        .flatMap((methods) => Object.entries(methods))
        .find(([, operation]) => operation.operationId === operationId) ?? [];
    // Some operations need a body.
    const { headers } = bearer(thief);
    const body = bodies[operationId];
    const init: RequestInit =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect(await send(node, method?.toUpperCase() ?? '', path ?? '', init)).toMatchObject({
      status: 404,
      header: { errCode: '00003' },
    });
  });
});
