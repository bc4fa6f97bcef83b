import { formatMessage } from '@wusd/i18n/server';
import { auditCommand } from '../../../commands/audit-command.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { startCooldown } from '../customers/customers.ts';
import { unlockFactors } from './locked-factors.ts';
import { sendSecurityNotice } from './notices.ts';
import {
  addPasskey,
  assertMayAddPasskey,
  beginPasskeySetup,
  findPasskeyName,
  listPasskeys,
  removePasskey,
  renamePasskey,
  verifyPasskeySetup,
} from './passkeys.ts';

/** Passkey operations that need no codes. */
export function passkeyHandlers(services: Services): Handlers {
  const { db, vault } = services;
  return {
    listPasskeys: ({ caller }) => listPasskeys(db, caller.customerId),

    async createPasskeyOptions({ caller }) {
      const customer = await findCustomer(db, vault, caller.customerId);
      if (!customer) throw new AppError('ACCESS_TOKEN_INVALID');
      return beginPasskeySetup(services, customer);
    },

    renamePasskey: ({ caller, path, body }) => renamePasskey(db, caller.customerId, path.id, body.name),
  };
}

/**
 * Adding or removing a passkey needs the same checks as an authenticator (scenes 13 and 14): a factor and the email
 * code. The owner is notified.
 */
export function passkeyCommands(services: Services): Commands {
  const { db, clock, vault } = services;
  const topics = ({ caller }: { caller: { customerId: string } }): string[] => [caller.customerId, 'messages'];

  async function actOf(customerId: string, id: string): Promise<string> {
    const customer = await findCustomer(db, vault, customerId);
    return formatMessage(customer?.language ?? 'en_US', id);
  }

  const createPasskey: Command<'createPasskey'> = {
    async preview({ body, caller }) {
      await assertMayAddPasskey(db, caller.customerId);
      await verifyPasskeySetup(services, db, caller.customerId, body.credential);
      return { review: { blockers: [] }, about: await actOf(caller.customerId, 'message.act.addPasskey') };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { name, credential } = call.body;
      await assertMayAddPasskey(trx, customer.id);
      const verified = await verifyPasskeySetup(services, trx, customer.id, credential);
      const passkey = await addPasskey(trx, services, customer.id, name, verified);
      await unlockFactors(trx, vault, customer, ['passkey']);
      await auditCommand(trx, clock, call, 'passkey added', { passkey: passkey.id });
      await sendSecurityNotice(trx, services, {
        customer,
        message: 'message.passkeyAdded',
        values: { label: passkey.name },
      });
      return passkey;
    }),
    topics,
  };

  const remove: Command<'removePasskey'> = {
    async preview({ path, caller }) {
      await findPasskeyName(db, caller.customerId, path.id);
      return { review: { blockers: [] }, about: await actOf(caller.customerId, 'message.act.removePasskey') };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { id } = call.path;
      const label = await findPasskeyName(trx, customer.id, id);
      await removePasskey(trx, customer.id, id);
      await startCooldown(trx, clock, customer.id);
      await auditCommand(trx, clock, call, 'passkey removed', { passkey: id });
      await sendSecurityNotice(trx, services, { customer, message: 'message.passkeyRemoved', values: { label } });
      return null;
    }),
    topics,
  };

  return { createPasskey, removePasskey: remove };
}
