import { Network } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import type { RemoteSignerSettings } from '@wusd/payouts/remote-signer';
import { anybody } from '@wusd/payouts/testing/evm-network';
import { payoutAddress, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { parseEvmSettings, type SweepSettings } from '@wusd/payouts/evm/settings';
import { gasPriceOracle } from '@wusd/payouts/evm/treasury';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { depositTargetOf } from '../src/domains/transfers/crypto/deposit-addresses.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { postPayoutFees } from '../src/domains/transfers/crypto/network-fees.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { followTreasury } from '../src/domains/transfers/crypto/treasury.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { transact } from '../src/platform/database/database.ts';
import { present } from '@wusd/server-kit/testing/present';
import type { ServerOptions } from '../src/composition/server.ts';
import { advance, clientOf, eventually, mei, signIn, startNode } from './harness.ts';
import { operatorOf } from './operator.ts';
import { createPasskeyDouble } from './passkey-double.ts';
import { passkeysOn } from './passkeys.ts';
import { recordSupply } from './record-supply.ts';
import { askWithdrawal, saveOldAddress } from './withdrawals.ts';

const networkId = Network.Base;

/** Contract code that returns 1,000 wei for any call, like a rollup's contract for the data fee. */
const dataFeeCode = '0x6103e860005260206000f3';

/**
 * Starts a real EVM node, and returns its network settings for the server and its signer.
 *
 * @param sweep settings for sweeps of deposit addresses. @default no sweeps
 */
export async function startBase(sweep?: SweepSettings) {
  const evm = await startEvmNode({ chainId: 8453 });
  await evm.client.setCode({ address: gasPriceOracle, bytecode: dataFeeCode });
  const settings = evm.settings(networkId);
  const networks = settings.networks.map((network) => ({ ...network, ...(sweep && { sweep }) }));
  return { evm, networks: { evm: parseEvmSettings({ ...settings, networks }) } };
}

interface SignedPayoutsOptions extends Pick<ServerOptions, 'wrapGateways'> {
  /** Whether the customer already has funds from an earlier node on the database. @default false */
  isFunded?: boolean;
}

/**
 * Starts a server with a remote signer, and a customer with 1,000 WUSD that arrived over the network. The tokens stay
 * at the deposit address if the signer sweeps it.
 */
export async function startSignedPayouts(
  database: string,
  { evm, networks }: Awaited<ReturnType<typeof startBase>>,
  signer: RemoteSignerSettings,
  { isFunded = false, ...options }: SignedPayoutsOptions = {},
) {
  const settings = { sandboxPace: 'manual', networks, payoutKeys: {}, signer } as const;
  const node = await startNode(database, settings, undefined, options);
  const { services } = node.server;
  const { db } = services;
  const customerId = (await findCustomerByEmail(db, services.vault, mei.username))?.id ?? '';
  const look = async (): Promise<void> => {
    for (const round of [scanChains, advanceDeposits, sendWithdrawals, followWithdrawals])
      // A round fails while the signer is unavailable.
      await round(services).catch(() => {});
  };
  const { address } = await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  const { key_index: keyIndex } = await db
    .selectFrom('derivation')
    .select('key_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (!isFunded) {
    await evm.fuel(payoutAddress);
    await evm.mint(address, '1000');
    await evm.mine(20);
    await look();
    const isSwept = networks.evm.networks.some(({ sweep }) => sweep !== undefined);
    if (!isSwept) await evm.sweep(Number(keyIndex), payoutAddress);
  }
  const saveRecipient = (to: string): Promise<string> => saveOldAddress(services, customerId, networkId, to);
  const rowOf = (id: string) =>
    db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    node,
    services,
    customerId,
    /** The customer's deposit address. */
    depositAddress: address,
    look,
    rowOf,
    advance: (seconds: number) => advance(seconds, node),
    /** Moves tokens from the deposit address to the payout address. */
    sweep: (): Promise<void> => evm.sweep(Number(keyIndex), payoutAddress),
    saveRecipient,
    /** Requests a withdrawal to a saved recipient. @param payoutsFrom @default due now @returns its id */
    askTo: (addressId: string, amount: string, payoutsFrom?: Date): Promise<string> =>
      askWithdrawal(services, { customerId, addressId, amount, ...(payoutsFrom && { payoutsFrom }) }),
    /** Requests a withdrawal that is due now. @returns its id and destination */
    async ask(amount: string, to: string = anybody()): Promise<{ id: string; to: string }> {
      return { id: await askWithdrawal(services, { customerId, addressId: await saveRecipient(to), amount }), to };
    },
    /**
     * Adds a passkey to the customer's account. @returns its credential id, and functions for withdrawals that are
     * approved with it
     */
    async withPasskey() {
      const api = clientOf(node, await signIn(node, mei));
      const passkey = createPasskeyDouble();
      await passkeysOn(node).add(api, passkey, 'mei');
      return {
        credentialId: passkey.id,
        cancel: (id: string) => api.cryptoTransactions.cancel(id),
        async withdraw(amount: string, to: string = anybody()): Promise<{ id: string; to: string }> {
          const addressId = await saveOldAddress(services, customerId, networkId, to);
          const body = { money: { currency: 'WUSD' as const, amount }, addressId };
          const intent = await api.cryptoTransactions.reviewWithdrawal(body);
          const { options } = await api.passkeys.checkOptions({ intentId: present(intent.intentId) });
          const mfa = [{ checkType: 4 as const, assertion: passkey.get(options) }];
          const captcha = async (): Promise<string> => `simulated:crypto_withdraw:${intent.intentId}`;
          const { id } = await api.cryptoTransactions.withdraw(body, { intent, mfa, captcha });
          return { id, to };
        },
      };
    },
    /** Runs rounds until the row of a withdrawal has these values. */
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
    reject: (id: string) => operatorOf(services)('reject', id, '--reason', 'declined', '--operator', 'ann'),
    /** Posts the final fees of the signer's own transactions and of payouts. */
    async postFees(): Promise<void> {
      await followTreasury(services);
      await postPayoutFees(services);
    },
    operator: (...argv: string[]): Promise<string> => operatorOf(services)(...argv),
    orders: () => db.selectFrom('payout_order').selectAll().execute(),
    async differences(): Promise<string[]> {
      await recordSupply(services, networkId);
      return reconcile(services);
    },
  };
}
