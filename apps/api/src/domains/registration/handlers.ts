import { SceneType } from '@wusd/api-sdk/domain';
import { maskEmail } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { type Trx, transact } from '../../database/database.ts';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { enqueueMessage } from '../../messages/messages.ts';
import { requireStrongPassword } from '../../security/password-policy.ts';
import { hashPassword } from '../../security/passwords.ts';
import { take } from '../../security/throttle.ts';
import { createToken, hashToken } from '../../security/tokens.ts';
import {
  activateCustomer,
  createCustomer,
  emailIndex,
  findCustomer,
  findCustomerByEmail,
  maskPhone,
} from '../customers/customers.ts';
import { readMfaHeader } from '../mfa/header.ts';
import { consume, prove } from '../mfa/proof.ts';
import { openSubject } from '../mfa/subjects.ts';
import { readPassword } from '../password/payload.ts';
import type { Services } from '../services.ts';
import { requireConsistent } from './rules.ts';

const linkLifeHours = 24;

/** Opening an account: registration, its link, its activation. Nothing here tells whether an address has an account. */
export function registrationHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, wakeUps, settings } = services;

  /** Puts a new link into the outbox; an older one is worthless from then on. */
  async function sendLink(
    trx: Trx,
    { id, email, fullName, language }: { id: string; email: string; fullName: string; language: string },
  ): Promise<void> {
    const key = createToken('wak');
    const row = {
      hash: hashToken(key),
      expires_at: new Date(clock.now().getTime() + linkLifeHours * 60 * 60_000),
    };
    await trx
      .insertInto('activation')
      .values({ customer_id: id, ...row })
      .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
      .execute();
    await enqueueMessage(trx, clock, vault, {
      channel: 'email',
      to: email,
      subject: formatMessage(language, 'message.activation.subject'),
      text: formatMessage(language, 'message.activation.email', {
        name: fullName,
        link: `${settings.publicUrl}/account-activation?accountKey=${key}`,
        hours: linkLifeHours,
      }),
    });
  }

  return {
    async register({ body, request }) {
      await take(services, `register:${request.ip}`, 60, 60);
      const { accountType, email, phoneNumber, identity, corporate, language = 'en_US' } = body;
      requireConsistent(body, clock.now());
      const password = readPassword(await sealingKeys.open(body.payload));
      requireStrongPassword(password, [email.split('@')[0] ?? '', identity.fullName]);
      const bodyHmac = emailIndex(vault, email);
      const scene = SceneType.REGISTER;

      if (request.headers['x-mfa'] === undefined) {
        await take(services, `register:${bodyHmac.toString('hex')}`, 10, 60 * 60);
        const known = await findCustomerByEmail(db, vault, email);
        // Alike to the last message: where a code goes to a new address, the owner of a known one is told instead.
        const { id, expiresAt } = await openSubject(db, services, {
          scene,
          customerId: undefined,
          bodyHmac,
          targets: known
            ? { email: known.email, language: known.language, name: known.fullName, notice: 'message.registerAgain' }
            : { email, language, name: identity.fullName },
        });
        return {
          challengeId: id,
          checkGroups: [{ anyOf: [{ checkType: 2, masked: maskEmail(email) }] }],
          expiresAt: expiresAt.toISOString(),
        };
      }

      const { sceneType, subjectId = '', checks } = readMfaHeader(request.headers['x-mfa']);
      if (sceneType !== scene) throw new Failure('CHECK_MISSING');
      await prove(services, subjectId, { scene, bodyHmac }, checks);
      const passwordHash = await hashPassword(password);
      await transact(db, async (trx) => {
        // Two may have proved the same address at once; the first has it.
        await sql`select pg_advisory_xact_lock(${bodyHmac.readBigInt64BE(0).toString()}::bigint)`.execute(trx);
        await consume(trx, clock, subjectId);
        const isTaken = await trx
          .selectFrom('customer')
          .select('id')
          .where('email_index', '=', bodyHmac)
          .executeTakeFirst();
        if (isTaken) throw new Failure('CHALLENGE_INVALID');
        const { fullName } = identity;
        const id = await createCustomer(trx, clock, vault, {
          accountType,
          status: 'pending activation',
          identityStatus: 'pending verification',
          onboarded: accountType === 'individual',
          language,
          email,
          phone: phoneNumber,
          fullName,
          passwordHash,
          identity,
          ...(corporate && { corporate }),
        });
        await audit(trx, clock, { customerId: id, actor: 'customer', act: 'registered', details: { accountType } });
        await sendLink(trx, { id, email, fullName, language });
      });
      await wakeUps.send('messages');
      return null;
    },

    async resendActivation({ body: { email }, request }) {
      await take(services, `resend-activation:${request.ip}`, 60, 60);
      await take(services, `resend-activation:${emailIndex(vault, email).toString('hex')}`, 1, 60);
      const customer = await findCustomerByEmail(db, vault, email);
      if (customer?.status === 'pending activation') {
        await transact(db, (trx) => sendLink(trx, customer));
        await wakeUps.send('messages');
      }
      return null;
    },

    async getActivationInfo({ query: { accountKey }, body, request }) {
      await take(services, `activation:${request.ip}`, 60, 60);
      const link = await db
        .selectFrom('activation')
        .selectAll()
        .where('hash', '=', hashToken(accountKey))
        .executeTakeFirst();
      const customer = link && (await findCustomer(db, vault, link.customer_id));
      if (!customer) throw new Failure('INVALID_ACCOUNT');
      if (link.expires_at <= clock.now()) throw new Failure('ACTIVATION_LINK_EXPIRED');
      // Each challenge can send codes to a number that its caller names.
      await take(services, `activation:${customer.id}`, 10, 60 * 60);
      const phone = body.phoneNumber ?? customer.phone ?? '';
      const { id, expiresAt } = await openSubject(db, services, {
        scene: SceneType.ACCOUNT_ACTIVATION,
        customerId: customer.id,
        targets: { phone, language: customer.language, name: customer.fullName },
      });
      const maskedPhoneNumber = maskPhone(phone);
      return {
        challenge: {
          challengeId: id,
          checkGroups: [{ anyOf: [{ checkType: 1, masked: maskedPhoneNumber }] }],
          expiresAt: expiresAt.toISOString(),
        },
        accountType: customer.accountType,
        maskedEmail: maskEmail(customer.email),
        maskedPhoneNumber,
      };
    },

    async activateAccount({ request }) {
      await take(services, `activate:${request.ip}`, 60, 60);
      const scene = SceneType.ACCOUNT_ACTIVATION;
      const { sceneType, subjectId = '', checks } = readMfaHeader(request.headers['x-mfa']);
      if (sceneType !== scene) throw new Failure('CHECK_MISSING');
      const { holder } = await prove(services, subjectId, { scene }, checks);
      const { customer, phone } = holder ?? {};
      if (!customer || phone === undefined) throw new Failure('CHALLENGE_INVALID');
      await transact(db, async (trx) => {
        await consume(trx, clock, subjectId);
        if (!(await activateCustomer(trx, vault, customer, phone))) throw new Failure('CHALLENGE_INVALID');
        await trx.deleteFrom('activation').where('customer_id', '=', customer.id).execute();
        await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: 'activated' });
        await enqueueMessage(trx, clock, vault, {
          channel: 'email',
          to: customer.email,
          subject: formatMessage(customer.language, 'message.activated.subject'),
          text: formatMessage(customer.language, 'message.activated.email', {
            name: customer.fullName,
            type: customer.accountType,
          }),
        });
      });
      await wakeUps.send('messages');
      return null;
    },
  };
}
