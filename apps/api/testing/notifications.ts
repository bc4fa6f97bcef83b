import { type Customer, findCustomerByEmail } from '../src/commands/customers.ts';
import { type Notice, notify } from '../src/domains/notifications/notify.ts';
import { transact } from '../src/platform/database/database.ts';
import { createId } from '../src/platform/ids.ts';
import { mei, type Node } from './harness.ts';

export type Told = Omit<Notice, 'customer'>;

export async function customerOf({ server: { services } }: Node, email: string): Promise<Customer> {
  const customer = await findCustomerByEmail(services.db, services.vault, email);
  if (!customer) throw new Error('No demo customer');
  return customer;
}

/** Notifies a customer, at a later time than all earlier notifications. */
export async function tell(node: Node, notice: Told, email: string = mei.username): Promise<void> {
  await node.api.sandbox.advanceClock(1);
  const customer = await customerOf(node, email);
  const { services } = node.server;
  await transact(services.db, (trx) => notify(trx, services, { ...notice, customer }));
}

export const phoneChange = (digits: string): Told => ({
  message: 'message.phoneChanged',
  subject: { entity: 'security' },
  values: { digits },
  emailValues: { freezeCode: '7H4K-2MPQ-9XWB' },
});

export const deposit = ({ server: { services } }: Node, amount: string): Told => ({
  message: 'message.depositCompleted',
  subject: { entity: 'crypto-transaction', id: createId('ctx', services.clock) },
  values: { amount: { amount, currency: 'USDC' }, reference: 'x' },
});
