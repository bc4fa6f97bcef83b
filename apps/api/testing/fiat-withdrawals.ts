import type { FiatTransaction, MfaCheck, Review, WalletClient } from '@wusd/api-sdk';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { putCodes } from './codes.ts';
import { eventually, type Node } from './harness.ts';

/**
 * Creates withdrawals to a bank, processed in rounds on two nodes.
 *
 * @param by returns the client of the customer's current session, and the default bank account to pay
 */
export function fiatWithdrawalsOf(node: Node, other: Node, by: () => { api: WalletClient; saved: string }) {
  const { services } = node.server;
  let spent = 0;
  const bodyOf = (amount: string, bankAccountId = by().saved) => ({
    money: { currency: 'SGD' as const, amount },
    senderAccountId: 'dbs-sgd',
    bankAccountId,
  });
  const prove = ({ intentId }: Review): Promise<MfaCheck[]> => putCodes(services, intentId);
  const captcha = (): string => `simulated:fiat_withdraw:${(spent += 1)}`;
  const rounds = async (): Promise<void> => {
    for (const { server } of [node, other]) {
      await readStatements(server.services);
      await acceptFiatWithdrawals(server.services);
      await instructBanks(server.services);
    }
  };
  return {
    bodyOf,
    prove,
    captcha,
    rounds,
    async withdraw(amount: string, bankAccountId = by().saved, client = by().api): Promise<FiatTransaction> {
      const body = bodyOf(amount, bankAccountId);
      const intent = await by().api.fiatTransactions.reviewWithdrawal(body);
      return client.fiatTransactions.withdraw(body, { intent, mfa: await prove(intent), captcha: captcha() });
    },
    until: (id: string, status: string): Promise<FiatTransaction> =>
      eventually(async () => {
        await rounds();
        const found = await by().api.fiatTransactions.get(id);
        return found.status === status ? found : undefined;
      }),
    /** Waits until the bank is instructed. */
    told: (id: string): Promise<FiatTransaction> =>
      eventually(async () => {
        await rounds();
        const row = await services.db
          .selectFrom('fiat_transaction')
          .select('instructed_at')
          .where('id', '=', id)
          .executeTakeFirst();
        return row?.instructed_at ? by().api.fiatTransactions.get(id) : undefined;
      }),
    happen: (type: 'settlement' | 'refusal' | 'bank-return', subjectId: string, outcome?: 'shortfall') =>
      node.api.sandbox.createEvent({ type, subjectId, ...(outcome && { outcome }) }),
  };
}
