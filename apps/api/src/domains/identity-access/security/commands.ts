import type { Client } from '../../../platform/contract/operations.ts';
import { CheckType } from '@wusd/api-sdk/domain';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireStrongPassword } from '../../../platform/security/password-policy.ts';
import { hashPassword, shareOfCustomer, verifyPassword } from '../../../platform/security/passwords.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { originOf } from '../../../platform/security/origin.ts';
import { requestTokenRefresh, endActiveSession } from '../auth/sessions.ts';
import { changeContact, lockEmail, setAntiPhishingCode, setPassword, startCooldown } from '../customers/customers.ts';
import { type Customer, findCustomer, findCustomerByEmail } from '../../../commands/customers.ts';
import { assertValidPhone } from '../customers/rules.ts';
import { auditCommand } from '../../../commands/audit-command.ts';
import { type Command, type Commands, executeEach } from '../../../commands/command.ts';
import { ownerNotice } from '../../../commands/challenges.ts';
import { readPasswords } from '../password/payload.ts';
import type { Services } from '../../services.ts';
import { recordWrongPassword } from './access-failures.ts';
import {
  bindVerifiedAuthenticator,
  moveNotAllowed,
  verifyAuthenticatorSetup,
  removeAuthenticator,
  renewRecoveryCodes,
} from './authenticator.ts';
import { unlockFactors } from './locked-factors.ts';
import { sendSecurityNotice, sendSecuritySms } from './notices.ts';
import { issuePrecheck, assertPrecheck, consumePrecheck } from './prechecks.ts';

const noBlockers = { review: { blockers: [] } };
type CallContext = { caller: { customerId: string }; client: Client };

/**
 * Commands that change the security of an account. Changes are reported to the contact address used before the change.
 */
export function securityCommands(services: Services): Commands {
  const { db, clock, vault, sealingKeys } = services;
  const topics = ({ caller }: { caller: { customerId: string } }): string[] => [caller.customerId, 'messages'];

  async function callingCustomer(call: CallContext): Promise<Customer> {
    const customer = await findCustomer(db, vault, call.caller.customerId);
    if (!customer) throw new AppError('ACCESS_TOKEN_INVALID');
    return customer;
  }

  /** Verifies the old password and the strength of the new one. @returns the new password */
  async function checkPasswords(payload: string, customer: Customer): Promise<string> {
    const { oldPassword, password } = readPasswords(await sealingKeys.open(payload));
    if (!(await verifyPassword(oldPassword, customer.passwordHash, shareOfCustomer(customer.id))))
      throw new AppError('PASSWORD_INCORRECT');
    requireStrongPassword(password, [customer.email.split('@')[0] ?? '', customer.fullName]);
    if (password === oldPassword) throw new AppError('PASSWORD_TOO_WEAK', { reasonCode: 'unchanged' });
    return password;
  }

  const changePassword: Command<'changePassword'> = {
    async preview(call) {
      await consumeRateLimit(services, `test-password:${call.caller.customerId}`, 10, 15 * 60);
      const customer = await callingCustomer(call);
      await checkPasswords(call.body.payload, customer).catch(async (error: unknown) => {
        if (error instanceof AppError && error.errorName === 'PASSWORD_INCORRECT')
          await recordWrongPassword(services, customer.id, originOf(call.client));
        throw error;
      });
      return noBlockers;
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const password = await checkPasswords(call.body.payload, customer);
      const passwordHash = await hashPassword(password, shareOfCustomer(customer.id));
      await setPassword(trx, customer.id, passwordHash);
      await startCooldown(trx, clock, customer.id);
      await endActiveSession(trx, clock.now(), customer.id, 'password changed');
      await unlockFactors(trx, vault, customer);
      await auditCommand(trx, clock, call, 'password changed');
      await sendSecurityNotice(trx, services, { customer, message: 'message.passwordChanged' });
      return null;
    }),
    topics,
  };

  const setAntiPhishing: Command<'setAntiPhishingCode'> = {
    preview: async () => noBlockers,
    execute: executeEach(async ({ call, customer }, trx) => {
      await setAntiPhishingCode(trx, vault, customer.id, call.body.antiPhishingCode);
      await auditCommand(trx, clock, call, 'anti-phishing code set');
      // The notice already shows the new code.
      const changed = { ...customer, antiPhishingCode: call.body.antiPhishingCode };
      await sendSecurityNotice(trx, services, { customer: changed, message: 'message.antiPhishingSet' });
      return null;
    }),
    topics,
  };

  const bindAuthenticator: Command<'bindAuthenticator'> = {
    async preview(call) {
      const customer = await callingCustomer(call);
      if (customer.totpSecret !== undefined) throw moveNotAllowed();
      await verifyAuthenticatorSetup(services, customer.id, call.body.code);
      return noBlockers;
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      if (customer.totpSecret !== undefined) throw moveNotAllowed();
      await bindVerifiedAuthenticator(trx, services, customer.id);
      const codes = await renewRecoveryCodes(trx, services, customer.id);
      await unlockFactors(trx, vault, customer, ['authenticator', 'recovery code']);
      await auditCommand(trx, clock, call, 'authenticator bound');
      await sendSecurityNotice(trx, services, { customer, message: 'message.authenticatorBound' });
      return codes;
    }),
    topics,
  };

  const requireAuthenticator = ({ totpSecret }: Customer): void => {
    if (totpSecret === undefined) throw moveNotAllowed();
  };

  const unbindAuthenticator: Command<'unbindAuthenticator'> = {
    async preview(call) {
      requireAuthenticator(await callingCustomer(call));
      return noBlockers;
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      requireAuthenticator(customer);
      await removeAuthenticator(trx, customer.id);
      await startCooldown(trx, clock, customer.id);
      await auditCommand(trx, clock, call, 'authenticator removed');
      await sendSecurityNotice(trx, services, { customer, message: 'message.authenticatorRemoved' });
      return null;
    }),
    topics,
  };

  const renewCodes: Command<'renewRecoveryCodes'> = {
    async preview(call) {
      requireAuthenticator(await callingCustomer(call));
      return noBlockers;
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      requireAuthenticator(customer);
      const codes = await renewRecoveryCodes(trx, services, customer.id);
      await unlockFactors(trx, vault, customer, ['recovery code']);
      await auditCommand(trx, clock, call, 'recovery codes renewed');
      await sendSecurityNotice(trx, services, { customer, message: 'message.recoveryCodesRenewed' });
      return codes;
    }),
    topics,
  };

  const changeMobilePrecheck: Command<'changeMobilePrecheck'> = {
    preview: async () => noBlockers,
    execute: executeEach(({ call }, trx) => issuePrecheck(trx, clock, call.caller, 'phone')),
  };

  const changeMobile: Command<'changeMobile'> = {
    async preview(call) {
      const { phone, totpSecret } = await callingCustomer(call);
      const { phoneNumber, precheckId } = call.body;
      assertValidPhone(phoneNumber);
      const targets = { phone: phoneNumber };
      if (phone === undefined) {
        // Binding the first phone number needs every bound factor and the new number.
        const authenticator = totpSecret === undefined ? [] : [[CheckType.AUTHENTICATOR, CheckType.PASSKEY]];
        return { ...noBlockers, checks: { targets, groups: [[CheckType.SMS], [CheckType.EMAIL], ...authenticator] } };
      }
      await assertPrecheck(db, clock, call.caller, 'phone', precheckId);
      return { ...noBlockers, checks: { targets, groups: [[CheckType.SMS]] } };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { phoneNumber, precheckId } = call.body;
      if (customer.phone !== undefined) await consumePrecheck(trx, clock, call.caller, 'phone', precheckId);
      await changeContact(trx, vault, customer.id, { phone: phoneNumber });
      await startCooldown(trx, clock, customer.id);
      await requestTokenRefresh(trx, clock, customer.id);
      await unlockFactors(trx, vault, customer, ['sms']);
      await auditCommand(trx, clock, call, 'phone changed');
      await sendSecurityNotice(trx, services, {
        customer,
        message: 'message.phoneChanged',
        values: { digits: phoneNumber.slice(-4) },
      });
      if (customer.phone !== undefined)
        await sendSecuritySms(trx, services, customer.phone, customer.language, 'message.phoneChanged');
      return null;
    }),
    topics,
  };

  const changeEmailPrecheck: Command<'changeEmailPrecheck'> = {
    preview: async () => noBlockers,
    execute: executeEach(({ call }, trx) => issuePrecheck(trx, clock, call.caller, 'email')),
  };

  const changeEmail: Command<'changeEmail'> = {
    async preview(call) {
      await assertPrecheck(db, clock, call.caller, 'email', call.body.precheckId);
      const existing = await findCustomerByEmail(db, vault, call.body.email);
      const targets = existing ? ownerNotice(existing) : { email: call.body.email };
      return { ...noBlockers, checks: { targets, groups: [[CheckType.EMAIL]] } };
    },
    execute: executeEach(async ({ call, customer }, trx) => {
      const { email, precheckId } = call.body;
      if (!(await lockEmail(trx, vault, email))) throw new AppError('INTENT_EXPIRED');
      await consumePrecheck(trx, clock, call.caller, 'email', precheckId);
      await changeContact(trx, vault, customer.id, { email });
      await startCooldown(trx, clock, customer.id);
      await requestTokenRefresh(trx, clock, customer.id);
      await unlockFactors(trx, vault, customer, ['email']);
      await auditCommand(trx, clock, call, 'email changed');
      await sendSecurityNotice(trx, services, { customer, message: 'message.emailChanged' });
      return null;
    }),
    topics,
  };

  return {
    changePassword,
    setAntiPhishingCode: setAntiPhishing,
    bindAuthenticator,
    unbindAuthenticator,
    renewRecoveryCodes: renewCodes,
    changeMobilePrecheck,
    changeMobile,
    changeEmailPrecheck,
    changeEmail,
  };
}
