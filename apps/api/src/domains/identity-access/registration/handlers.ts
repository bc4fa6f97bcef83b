import { SceneType } from '@wusd/api-sdk/domain';
import type { operations } from '@wusd/api-sdk/operations';
import { maskEmail } from '@wusd/i18n';
import { audit } from '../../../platform/audit/audit.ts';
import { type Trx, transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import { consumeRecipientLimit } from '../../../platform/outbox/recipient-limits.ts';
import { requireStrongPassword } from '../../../platform/security/password-policy.ts';
import { rateLimitAddress } from '../../../platform/security/addresses.ts';
import { hashPassword, shareOfAddress } from '../../../platform/security/passwords.ts';
import { consumeRateLimit, consumeRateLimitByAddress } from '../../../platform/security/rate-limits.ts';
import { originOf } from '../../../platform/security/origin.ts';
import { activateCustomer, createCustomer, lockEmail } from '../customers/customers.ts';
import {
  type Customer,
  emailIndex,
  findCustomer,
  findCustomerByEmail,
  maskPhone,
} from '../../../commands/customers.ts';
import { assertValidRegistration, assertValidPhone } from '../customers/rules.ts';
import { requestIdentityCheck } from '../identity/identity.ts';
import { readMfaHeader } from '../../../commands/mfa-header.ts';
import { verifyChecks } from '../../../commands/verify-checks.ts';
import { consumeChallenge } from '../../../commands/challenge-tries.ts';
import { scenes } from '../../../commands/scenes.ts';
import { offersOf, openChallenge, ownerNotice, type Targets } from '../../../commands/challenges.ts';
import { readPassword } from '../password/payload.ts';
import { emailAccountKey } from '../security/locked-factors.ts';
import type { Services } from '../../services.ts';
import { deleteLink, findLink, issueLink, linkLifetimeHours } from './activation-links.ts';

type Registration = operations['register']['requestBody']['content']['application/json'];

/** Opening an account: registration, its link, its activation. Nothing here tells whether an address has an account. */
export function registrationHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, notifier, settings } = services;

  /** A challenge with what could prove it, for who proves a new address or number. */
  async function challengeFor(
    scene: typeof SceneType.REGISTER | typeof SceneType.ACCOUNT_ACTIVATION,
    targets: Targets,
    of: { customerId?: string; bodyHmac?: Buffer; account?: string },
  ) {
    const { id, expiresAt } = await openChallenge(db, services, { scene, customerId: undefined, targets, ...of });
    return {
      challengeId: id,
      checkGroups: offersOf(scenes[scene].groups, targets).map((anyOf) => ({ anyOf })),
      expiresAt: expiresAt.toISOString(),
    };
  }

  async function sendLink(trx: Trx, customer: Pick<Customer, 'id' | 'email' | 'fullName' | 'language'>): Promise<void> {
    const key = await issueLink(trx, clock, customer.id);
    await enqueueEmail(trx, clock, vault, customer, 'message.activation', {
      name: customer.fullName,
      link: `${settings.publicUrl}/account-activation?accountKey=${key}`,
      hours: linkLifetimeHours,
    });
  }

  async function begin({ email, identity, language = 'en_US' }: Registration, bodyHmac: Buffer) {
    await consumeRateLimit(services, `register:${bodyHmac.toString('hex')}`, 10, 60 * 60);
    const known = await findCustomerByEmail(db, vault, email);
    // Alike to the last message: where a code goes to a new address, the owner of a known one is told instead.
    const targets: Targets = known ? ownerNotice(known) : { email, language, name: identity.fullName };
    return challengeFor(SceneType.REGISTER, targets, { bodyHmac, account: emailAccountKey(vault, email) });
  }

  async function create(
    registration: Registration,
    password: string,
    { challengeId, address }: { challengeId: string; address: string },
  ): Promise<void> {
    const { accountType, email, phoneNumber, identity, corporate, language = 'en_US' } = registration;
    const { fullName } = identity;
    const passwordHash = await hashPassword(password, shareOfAddress(address));
    await transact(db, async (trx) => {
      // Two may have proved the same address at once; the first has it.
      const isFree = await lockEmail(trx, vault, email);
      await consumeChallenge(trx, clock, challengeId);
      if (!isFree) throw new AppError('CHALLENGE_INVALID');
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
    await notifier.send('messages');
  }

  return {
    async register({ body, client }) {
      await consumeRateLimitByAddress(services, 'register', client.ip, 60, 60);
      assertValidRegistration(services, body, clock.now());
      const password = readPassword(await sealingKeys.open(body.payload));
      requireStrongPassword(password, [body.email.split('@')[0] ?? '', body.identity.fullName]);
      // Codes are bound to the address; all else may be corrected between the code and the account.
      const bodyHmac = emailIndex(vault, body.email);
      const header = client.headers['x-mfa'];
      if (header === undefined) return begin(body, bodyHmac);
      const { id } = await verifyChecks(services, readMfaHeader(header), {
        scene: SceneType.REGISTER,
        bodyHmac,
        origin: () => originOf(client),
      });
      await create(body, password, { challengeId: id, address: rateLimitAddress(client.ip) });
      return null;
    },

    async resendActivation({ body: { email }, client }) {
      await consumeRateLimitByAddress(services, 'resend-activation', client.ip, 60, 60);
      await consumeRateLimit(services, `resend-activation:${emailIndex(vault, email).toString('hex')}`, 1, 60);
      await consumeRecipientLimit(services, 'email', email, 'stranger');
      const customer = await findCustomerByEmail(db, vault, email);
      if (customer?.status === 'pending activation') {
        await transact(db, (trx) => sendLink(trx, customer));
        await notifier.send('messages');
      }
      return null;
    },

    async getActivationInfo({ query: { accountKey }, body, client }) {
      await consumeRateLimitByAddress(services, 'activation', client.ip, 60, 60);
      if (body.phoneNumber !== undefined) assertValidPhone(body.phoneNumber);
      const link = await findLink(db, accountKey);
      const customer = link && (await findCustomer(db, vault, link.customerId));
      if (!customer) throw new AppError('INVALID_ACCOUNT');
      if (link.expiresAt <= clock.now()) throw new AppError('ACTIVATION_LINK_EXPIRED');
      // Each challenge can send codes to a number that its caller names.
      await consumeRateLimit(services, `activation:${customer.id}`, 10, 60 * 60);
      const { id: customerId, email, phone, language, fullName: name, accountType } = customer;
      const targets = { phone: body.phoneNumber ?? phone ?? '', language, name };
      const challenge = await challengeFor(SceneType.ACCOUNT_ACTIVATION, targets, { customerId });
      return {
        challenge,
        accountType,
        maskedEmail: maskEmail(email),
        maskedPhoneNumber: maskPhone(targets.phone),
      };
    },

    async activateAccount({ client }) {
      await consumeRateLimitByAddress(services, 'activate', client.ip, 60, 60);
      const mfa = readMfaHeader(client.headers['x-mfa']);
      const { id, holder } = await verifyChecks(services, mfa, {
        scene: SceneType.ACCOUNT_ACTIVATION,
        origin: () => originOf(client),
      });
      const { customer, phone } = holder ?? {};
      if (!customer || phone === undefined) throw new AppError('CHALLENGE_INVALID');
      await transact(db, async (trx) => {
        await consumeChallenge(trx, clock, id);
        if (!(await activateCustomer(trx, clock, vault, customer.id, phone))) throw new AppError('CHALLENGE_INVALID');
        await deleteLink(trx, customer.id);
        await requestIdentityCheck(trx, services, customer);
        await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: 'activated' });
        await enqueueEmail(trx, clock, vault, customer, 'message.activated', {
          name: customer.fullName,
          type: customer.accountType,
        });
      });
      await notifier.send('messages', 'identity');
      return null;
    },
  };
}
