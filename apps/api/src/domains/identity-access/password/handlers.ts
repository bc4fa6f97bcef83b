import { SceneType } from '@wusd/api-sdk/domain';
import { audit } from '../../../platform/audit/audit.ts';
import { transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireStrongPassword } from '../../../platform/security/password-policy.ts';
import { hashPassword, shareOfCustomer } from '../../../platform/security/passwords.ts';
import { consumeRateLimitByAddress } from '../../../platform/security/rate-limits.ts';
import { originOf } from '../../../platform/security/origin.ts';
import { endActiveSession } from '../auth/sessions.ts';
import { setPassword, startCooldown } from '../customers/customers.ts';
import { findCustomer, findCustomerByEmail } from '../../../commands/customers.ts';
import { readMfaHeader } from '../../../commands/mfa-header.ts';
import { verifyChecks } from '../../../commands/verify-checks.ts';
import { consumeChallenge } from '../../../commands/challenge-tries.ts';
import { offersToStranger, openChallenge } from '../../../commands/challenges.ts';
import { emailAccountKey, unlockFactors } from '../security/locked-factors.ts';
import { sendSecurityNotice } from '../security/notices.ts';
import type { Services } from '../../services.ts';
import { readPassword } from './payload.ts';
import { findCustomerByResetToken, issueResetToken, consumeResetToken } from './reset-tokens.ts';

/** Resets a forgotten password. No response reveals whether an account exists. */
export function passwordHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, notifier } = services;
  return {
    async forgotPasswordPrecheck({ body: { email, device }, client }) {
      await consumeRateLimitByAddress(services, 'forgot', client.ip, 60, 60);
      const customer = await findCustomerByEmail(db, vault, email);
      // An account that is frozen or not activated is treated like an unknown account.
      const customerId = customer?.status === 'active' ? customer.id : undefined;
      const { id, expiresAt } = await openChallenge(db, services, {
        scene: SceneType.FORGOT_PASSWORD,
        customerId,
        account: emailAccountKey(vault, email),
        ...(device !== undefined && { device }),
      });
      return {
        challengeId: id,
        checkGroups: offersToStranger(SceneType.FORGOT_PASSWORD).map((anyOf) => ({ anyOf })),
        expiresAt: expiresAt.toISOString(),
      };
    },

    async forgotPasswordValidate({ client }) {
      await consumeRateLimitByAddress(services, 'forgot-validate', client.ip, 300, 60);
      const mfa = readMfaHeader(client.headers['x-mfa']);
      const { id, customerId } = await verifyChecks(services, mfa, {
        scene: SceneType.FORGOT_PASSWORD,
        origin: () => originOf(client),
      });
      if (customerId === null) throw new AppError('CHALLENGE_INVALID');
      const { resetToken, expiresAt } = await transact(db, async (trx) => {
        await consumeChallenge(trx, clock, id);
        return issueResetToken(trx, clock, customerId);
      });
      return { resetToken, expiresAt: expiresAt.toISOString() };
    },

    async resetPassword({ body: { resetToken, payload }, client }) {
      await consumeRateLimitByAddress(services, 'reset', client.ip, 60, 60);
      const password = readPassword(await sealingKeys.open(payload));
      const customerId = await findCustomerByResetToken(db, clock, resetToken);
      const customer = customerId === undefined ? undefined : await findCustomer(db, vault, customerId);
      if (!customer) throw new AppError('RESET_TOKEN_INVALID');
      // Checked before the token is consumed, so that the customer can correct a rejected password.
      requireStrongPassword(password, [customer.email.split('@')[0] ?? '', customer.fullName]);
      const passwordHash = await hashPassword(password, shareOfCustomer(customer.id));

      await transact(db, async (trx) => {
        const now = clock.now();
        if (!(await consumeResetToken(trx, clock, resetToken))) throw new AppError('RESET_TOKEN_INVALID');
        await setPassword(trx, customer.id, passwordHash);
        await startCooldown(trx, clock, customer.id);
        await endActiveSession(trx, now, customer.id, 'password reset');
        await unlockFactors(trx, vault, customer);
        await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: 'password reset' });
        await sendSecurityNotice(trx, services, { customer, message: 'message.passwordReset' });
      });
      await notifier.send(customer.id, 'messages');
      return null;
    },
  };
}
