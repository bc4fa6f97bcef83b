import { Network } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import type { RemoteSignerSettings } from '@wusd/payouts/remote-signer';
import { anybody } from '@wusd/payouts/testing/evm-network';
import { payoutAddress, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { parseEvmSettings } from '@wusd/payouts/evm/settings';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { depositTargetOf } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { transact } from '../src/platform/database/database.ts';
import { advance, eventually, mei, startNode } from './harness.ts';
import { operatorOf } from './operator.ts';
import { recordSupply } from './record-supply.ts';
import { askWithdrawal, saveOldAddress } from './withdrawals.ts';

const networkId = Network.Base;

/** The settings of a network on a real EVM node, for the server and for its signer. */
export async function startBase() {
  const evm = await startEvmNode({ chainId: 8453 });
  return { evm, networks: { evm: parseEvmSettings(evm.settings(networkId)) } };
}

/** A server whose payouts a signer signs, with a customer who has 1,000 WUSD that arrived over the network. */
export async function startSignedPayouts(
  database: string,
  { evm, networks }: Awaited<ReturnType<typeof startBase>>,
  signer: RemoteSignerSettings,
) {
  const node = await startNode(database, { sandboxPace: 'manual', networks, payoutKeys: {}, signer });
  const { services } = node.server;
  const { db } = services;
  const customerId = (await findCustomerByEmail(db, services.vault, mei.username))?.id ?? '';
  const look = async (): Promise<void> => {
    for (const round of [scanChains, advanceDeposits, sendWithdrawals, followWithdrawals])
      // A round fails while the signer is away.
      await round(services).catch(() => {});
  };
  await evm.fuel(payoutAddress);
  const { address } = await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  const { key_index: keyIndex } = await db
    .selectFrom('derivation')
    .select('key_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  await evm.mint(address, '1000');
  await evm.mine(20);
  await look();
  await evm.sweep(Number(keyIndex), payoutAddress);
  const rowOf = (id: string) =>
    db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    node,
    services,
    look,
    rowOf,
    advance: (seconds: number) => advance(seconds, node),
    /** Asks for a withdrawal, which is due at once. @returns its id and destination */
    async ask(amount: string, to: string = anybody()): Promise<{ id: string; to: string }> {
      const addressId = await saveOldAddress(services, customerId, networkId, to);
      return { id: await askWithdrawal(services, { customerId, addressId, amount }), to };
    },
    /** Looks until the row of a withdrawal has these values. */
    until: (id: string, expected: Partial<Awaited<ReturnType<typeof rowOf>>>) =>
      eventually(async () => {
        await look();
        const row = await rowOf(id);
        return Object.entries(expected).every(([column, value]) => Reflect.get(row, column) === value)
          ? row
          : undefined;
      }),
    async approve(id: string, operator: string, key: SigningKey<'ed25519'>): Promise<string> {
      const { address, amount } = await rowOf(id);
      const read = ['--to', address ?? '', '--amount', fromMinor(BigInt(amount), 18)];
      return operatorOf(services, key)('approve', id, ...read, '--operator', operator);
    },
    orders: () => db.selectFrom('payout_order').selectAll().execute(),
    async differences(): Promise<string[]> {
      await recordSupply(services, networkId);
      return reconcile(services);
    },
  };
}
