import { SceneType } from '@wusd/api-sdk/domain';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { transact } from '../../database/database.ts';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { enqueueMessage } from '../../messages/messages.ts';
import { requireStrongPassword } from '../../security/password-policy.ts';
import { hashPassword } from '../../security/passwords.ts';
import { take } from '../../security/throttle.ts';
import { createToken, hashToken } from '../../security/tokens.ts';
import { findCustomer, findCustomerByEmail } from '../customers/customers.ts';
import { readMfaHeader } from '../mfa/header.ts';
import { consume, prove } from '../mfa/proof.ts';
import { offersToStranger, openSubject } from '../mfa/subjects.ts';
import type { Services } from '../services.ts';
import { readPassword } from './payload.ts';

const resetLifeMs = 10 * 60_000;
export const cooldownMs = 24 * 60 * 60_000;

/** A forgotten password. Nothing here tells whether an account exists. */
export function passwordHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, wakeUps } = services;
  return {
    async forgotPasswordPrecheck({ body: { email }, request }) {
      await take(services, `forgot:${request.ip}`, 60, 60);
      const customer = await findCustomerByEmail(db, vault, email);
      // Who is frozen or not activated yet is as unknown here as somebody without an account.
      const customerId = customer?.status === 'active' ? customer.id : undefined;
      const { id, expiresAt } = await openSubject(db, services, { scene: SceneType.FORGOT_PASSWORD, customerId });
      return {
        challengeId: id,
        checkGroups: offersToStranger(SceneType.FORGOT_PASSWORD).map((anyOf) => ({ anyOf })),
        expiresAt: expiresAt.toISOString(),
      };
    },

    async forgotPasswordValidate({ request }) {
      await take(services, `forgot-validate:${request.ip}`, 300, 60);
      const { sceneType, subjectId = '', checks } = readMfaHeader(request.headers['x-mfa']);
      if (sceneType !== SceneType.FORGOT_PASSWORD) throw new Failure('CHECK_MISSING');
      const { customerId } = await prove(services, subjectId, { scene: SceneType.FORGOT_PASSWORD }, checks);
      if (customerId === null) throw new Failure('CHALLENGE_INVALID');
      const token = createToken('wpr');
      const expiresAt = new Date(clock.now().getTime() + resetLifeMs);
      await transact(db, async (trx) => {
        await consume(trx, clock, subjectId);
        await trx
          .insertInto('password_reset')
          .values({ hash: hashToken(token), customer_id: customerId, expires_at: expiresAt })
          .execute();
      });
      return { resetToken: token, expiresAt: expiresAt.toISOString() };
    },

    async resetPassword({ body: { resetToken, payload }, request }) {
      await take(services, `reset:${request.ip}`, 60, 60);
      const password = readPassword(await sealingKeys.open(payload));
      const hash = hashToken(resetToken);
      const found = await db
        .selectFrom('password_reset')
        .select('customer_id')
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      const customer = found && (await findCustomer(db, vault, found.customer_id));
      if (!customer) throw new Failure('RESET_TOKEN_INVALID');
      // A password that is refused leaves the token for a better one.
      requireStrongPassword(password, [customer.email.split('@')[0] ?? '', customer.fullName]);
      const passwordHash = await hashPassword(password);

      await transact(db, async (trx) => {
        const now = clock.now();
        const { numUpdatedRows } = await trx
          .updateTable('password_reset')
          .set({ used_at: now })
          .where('hash', '=', hash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Failure('RESET_TOKEN_INVALID');
        await trx
          .updateTable('customer')
          .set({ password_hash: passwordHash, cooldown_ends_at: new Date(now.getTime() + cooldownMs) })
          .where('id', '=', customer.id)
          .execute();
        await trx
          .updateTable('session')
          .set({ ended_at: now, end_reason: 'password reset' })
          .where('customer_id', '=', customer.id)
          .where('ended_at', 'is', null)
          .execute();
        await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: 'password reset' });
        const { language, fullName: name } = customer;
        await enqueueMessage(trx, clock, vault, {
          channel: 'email',
          to: customer.email,
          subject: formatMessage(language, 'message.passwordReset.subject'),
          text: formatMessage(language, 'message.passwordReset.email', {
            name,
            support: services.settings.supportEmail,
          }),
        });
      });
      await Promise.all([wakeUps.send(customer.id), wakeUps.send('messages')]);
      return null;
    },
  };
}
