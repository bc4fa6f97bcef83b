import { transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { shareOfCustomer, verifyPassword } from '../../../platform/security/passwords.ts';
import { consumeRateLimit, consumeRateLimitByAddress } from '../../../platform/security/rate-limits.ts';
import { originOf } from '../../../platform/security/origin.ts';
import { findCustomer, lockCustomer } from '../../../commands/customers.ts';
import { readPassword } from '../password/payload.ts';
import type { Services } from '../../services.ts';
import { beginAuthenticatorSetup, confirmRecoveryCodes, moveNotAllowed } from './authenticator.ts';
import { recordWrongPassword } from './access-failures.ts';
import { freezeAccount } from './freeze.ts';
import { findFreezeCase } from './freeze-cases.ts';
import { consumeFreezeCode, holderOfSpentFreezeCode } from './freeze-codes.ts';
import { endOwnSession, listSecurityLog, listSignIns } from './history.ts';
import { readCheckup, reviewSignIns } from './checkup.ts';

/** Security operations that are not commands, so they need no intent. */
export function securityHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, notifier } = services;
  return {
    async testPassword({ body, caller, client }) {
      await consumeRateLimit(services, `test-password:${caller.customerId}`, 10, 15 * 60);
      const customer = await findCustomer(db, vault, caller.customerId);
      const password = readPassword(await sealingKeys.open(body.payload));
      if (!(await verifyPassword(password, customer?.passwordHash, shareOfCustomer(caller.customerId)))) {
        await recordWrongPassword(services, caller.customerId, originOf(client));
        throw new AppError('PASSWORD_INCORRECT');
      }
      return null;
    },

    async setupAuthenticator({ caller }) {
      const customer = await findCustomer(db, vault, caller.customerId);
      if (!customer || customer.totpSecret !== undefined) throw moveNotAllowed();
      return beginAuthenticatorSetup(services, customer);
    },

    listSessions: ({ caller, query }) => listSignIns(services, caller, query),

    async reviewSessions({ caller }) {
      await reviewSignIns(db, caller);
      return null;
    },

    getSecurityCheckup: ({ caller }) => readCheckup(db, vault, caller.customerId),

    async confirmRecoveryCodes({ caller, body }) {
      await confirmRecoveryCodes(db, clock, caller.customerId, new Date(body.createdAt));
      return null;
    },

    async deleteSession({ caller, path }) {
      const { id } = path;
      await endOwnSession(services, caller, id);
      await notifier.send(caller.customerId);
      return null;
    },

    listSecurityLog: ({ caller }) => listSecurityLog(services.db, caller.customerId),

    async freezeAccount({ body, caller, client }) {
      await consumeRateLimitByAddress(services, 'freeze', client.ip, 20, 60 * 60);
      const { agent, network } = originOf(client);
      const { id: frozenId, freezeCase } = await transact(db, async (trx) => {
        const id =
          body.freezeCode === undefined
            ? caller?.customerId
            : ((await consumeFreezeCode(trx, clock, body.freezeCode)) ??
              (await holderOfSpentFreezeCode(trx, body.freezeCode)));
        if (id === undefined) throw new AppError('FREEZE_CODE_INVALID');
        const { status } = await lockCustomer(trx, vault, id);
        // An account that is already frozen keeps its case.
        const open = status === 'frozen' ? await findFreezeCase(trx, id) : undefined;
        return {
          id,
          freezeCase: open ?? (await freezeAccount(trx, services, id, 'customer', { agent, network })),
        };
      });
      await notifier.send(frozenId);
      return { reference: freezeCase.reference, frozenAt: freezeCase.frozenAt.toISOString() };
    },
  };
}
