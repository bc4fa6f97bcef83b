import { findCustomerByEmail } from '../src/commands/customers.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { riskySender, simulateStatementCredit } from '../src/sandbox/wires.ts';
import { sendDeposit } from './crypto-deposits.ts';
import { eventually, mei, type Node } from './harness.ts';
import { operatorOf } from './operator.ts';

interface RejectedTransfer {
  /** In WUSD. */
  amount?: string;
  networkId?: 3 | 6 | 12;
  /** Whether the sender's address is high risk. */
  isRisky?: boolean;
  /** Replaces the simulated sender. */
  sender?: string;
  /** Whether the transfer's block is final. @default true */
  isFinal?: boolean;
}

/** Creates a transfer to the demo customer that is held and rejected by an operator. @returns the deposit's id */
export async function rejectedTransfer(
  node: Node,
  { amount = '250.00', networkId = 3, isRisky = false, sender, isFinal = true }: RejectedTransfer = {},
): Promise<string> {
  const { services } = node.server;
  const { db } = services;
  const hash = await sendDeposit(node, { amount, networkId, ...(isRisky && { outcome: 'high-risk' }) });
  const { id, confirmations_needed: needed } = await eventually(() =>
    db
      .selectFrom('crypto_transaction')
      .select(['id', 'confirmations_needed'])
      .where('hash', '=', hash)
      .executeTakeFirst(),
  );
  if (!isRisky)
    await db.updateTable('crypto_transaction').set({ hold_reason: 'located' }).where('id', '=', id).execute();
  await db
    .updateTable('sandbox_transfer')
    .set({ confirmations: isFinal ? 100_000 : needed })
    .where('hash', '=', hash)
    .execute();
  await eventually(async () => {
    await advanceDeposits(services);
    const row = await db
      .selectFrom('crypto_transaction')
      .select(['status', 'is_final'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.status === 'to be confirmed' && row.is_final === isFinal ? true : undefined;
  });
  await operatorOf(services)('reject', id, '--reason', 'source-of-funds');
  if (sender !== undefined) await db.updateTable('crypto_transaction').set({ sender }).where('id', '=', id).execute();
  return id;
}

interface RejectedWire {
  /** Minor units. */
  amount?: bigint;
  currency?: string;
  partnerId?: string;
  /** The sender's account in the bank's report; null if the bank does not report it. */
  account?: { number: string; bic: string } | null;
}

/** Account of the simulated senders of wires. */
const wireAccount = { number: '0712345678', bic: 'OCBCSGSG' };

/** Creates a wire of a high-risk sender that an operator rejects. @returns the deposit's id */
export async function rejectedWire(
  node: Node,
  { amount = 50_000n, currency = 'SGD', partnerId = 'dbs', account = wireAccount }: RejectedWire = {},
): Promise<string> {
  const { services } = node.server;
  const { db, vault } = services;
  const { reference = '' } = (await findCustomerByEmail(db, vault, mei.username)) ?? {};
  const line = await simulateStatementCredit(db, {
    partnerId,
    reference,
    currency,
    amount,
    sender: riskySender,
    account: account ?? undefined,
  });
  const { id } = await eventually(async () => {
    await readStatements(services);
    return db.selectFrom('fiat_transaction').select('id').where('statement_line', '=', line).executeTakeFirst();
  });
  await operatorOf(services)('reject', id, '--reason', 'source-of-funds');
  return id;
}
