import { SceneType } from '@wusd/api-sdk/domain';
import type { operations } from '@wusd/api-sdk/operations';
import { maskEmail } from '@wusd/i18n';
import { companyDocuments } from '@wusd/i18n/company-documents';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { type Trx, transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import { consumeRecipientLimit } from '../../../platform/outbox/recipient-limits.ts';
import { requireStrongPassword } from '../../../platform/security/password-policy.ts';
import { rateLimitAddress } from '../../../platform/security/addresses.ts';
import { hashParameters, hashPassword, shareOfAddress } from '../../../platform/security/passwords.ts';
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
import { offersOf } from '../../../commands/challenges.ts';
import { readPassword } from '../password/payload.ts';
import { notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import { activationChallenge } from './activation-challenges.ts';
import { openFirstSignIn, readBrowserKey } from './first-sign-in.ts';
import {
  createRegistration,
  deleteRegistration,
  extendNewest,
  findByAccountKey,
  linkLifetimeHours,
  lockRegistration,
  type Registrant,
  type Registration,
} from './registrations.ts';

type Body = operations['register']['requestBody']['content']['application/json'];

/** Registration, activation links and activation. No response reveals whether an address has an account. */
export function registrationHandlers(services: Services): Handlers {
  const { db, clock, vault, sealingKeys, notifier, settings } = services;

  async function sendLink(trx: Trx, registration: Registration): Promise<void> {
    const { accountKey, fullName: name } = registration;
    await enqueueEmail(trx, clock, vault, registration, 'message.activation', {
      name,
      link: `${settings.publicUrl}/account-activation?accountKey=${accountKey}`,
      hours: linkLifetimeHours,
      documents: documentsText(registration),
    });
  }

  /** A paragraph of the activation email that lists the documents a company must send. Empty for an individual. */
  function documentsText({ language, corporate }: Pick<Registration, 'language' | 'corporate'>): string {
    if (!corporate) return '';
    const documents = companyDocuments[corporate.businessType].map((id) => `• ${formatMessage(language, id)}`);
    const intro = formatMessage(language, 'message.documents', { email: settings.supportEmail });
    return [intro, ...documents].join('\n');
  }

  /**
   * Hashes with parameters that let one derivation compare a password with every registration of an address and with
   * its account.
   */
  function hashFor(email: string, password: string, existing: Customer | undefined, address: string): Promise<string> {
    const { salt = vault.blindIndex(email.trim().toLowerCase(), 'password-salt').subarray(0, 16), cost } =
      hashParameters(existing?.passwordHash);
    return hashPassword(password, shareOfAddress(address), cost, salt);
  }

  async function createAccount(trx: Trx, registration: Registration, phone: string): Promise<string> {
    const { accountType, passwordHash, language, email, fullName, identity, corporate } = registration;
    const id = await createCustomer(trx, clock, vault, {
      accountType,
      status: 'pending activation',
      identityStatus: 'pending verification',
      onboarded: accountType === 'individual',
      language,
      email,
      phone,
      fullName,
      passwordHash,
      identity,
      ...(corporate && { corporate }),
    });
    await audit(trx, clock, { customerId: id, actor: 'customer', act: 'registered', details: { accountType } });
    await activateCustomer(trx, clock, vault, id, phone);
    await audit(trx, clock, { customerId: id, actor: 'customer', act: 'activated' });
    await requestIdentityCheck(trx, services, { id, accountType });
    const customer = await findCustomer(trx, vault, id);
    if (customer)
      await notify(trx, services, {
        customer,
        message: 'message.activated',
        subject: { entity: 'user' },
        values: { type: accountType },
        emailValues: { documents: documentsText(registration) },
      });
    return id;
  }

  return {
    async register({ body, client }) {
      await consumeRateLimitByAddress(services, 'register', client.ip, 60, 60);
      assertValidRegistration(services, body, clock.now());
      const { email, identity, browserKeyHash } = body;
      const password = readPassword(await sealingKeys.open(body.payload));
      requireStrongPassword(password, [email.split('@')[0] ?? '', identity.fullName]);
      await consumeRateLimit(services, `register:${emailIndex(vault, email).toString('hex')}`, 10, 60 * 60);
      await consumeRecipientLimit(services, 'email', email, 'stranger');
      const existing = await findCustomerByEmail(db, vault, email);
      const passwordHash = await hashFor(email, password, existing, rateLimitAddress(client.ip));
      await transact(db, async (trx) => {
        // Stored for a known address too, so that registering and a later sign-in take the same work. Its link is never
        // sent.
        const registration = await createRegistration(trx, services, registrantOf(body), {
          passwordHash,
          browserKeyHash: browserKeyHash === undefined ? undefined : Buffer.from(browserKeyHash, 'base64url'),
        });
        await (existing
          ? enqueueEmail(trx, clock, vault, existing, 'message.registerAgain', { name: existing.fullName })
          : sendLink(trx, registration));
      });
      await notifier.send('messages');
      return null;
    },

    async resendActivation({ body: { email }, client }) {
      await consumeRateLimitByAddress(services, 'resend-activation', client.ip, 60, 60);
      await consumeRateLimit(services, `resend-activation:${emailIndex(vault, email).toString('hex')}`, 1, 60);
      await consumeRecipientLimit(services, 'email', email, 'stranger');
      await transact(db, async (trx) => {
        const registration = await extendNewest(trx, services, email);
        if (registration) await sendLink(trx, registration);
      });
      await notifier.send('messages');
      return null;
    },

    async getActivationInfo({ query: { accountKey }, body, client }) {
      await consumeRateLimitByAddress(services, 'activation', client.ip, 60, 60);
      if (body.phoneNumber !== undefined) assertValidPhone(body.phoneNumber);
      const found = await findByAccountKey(db, vault, accountKey);
      if (!found || found.isTaken) throw new AppError('INVALID_ACCOUNT');
      const { registration, expiresAt } = found;
      if (!registration || expiresAt <= clock.now()) throw new AppError('ACTIVATION_LINK_EXPIRED');
      const { accountType, email, corporate } = registration;
      const phone = body.phoneNumber ?? registration.phone;
      const { id, sentCode, ...challenge } = await activationChallenge(services, registration, phone);
      return {
        challenge: {
          challengeId: id,
          checkGroups: offersOf(scenes[SceneType.ACCOUNT_ACTIVATION].groups, { phone }).map((anyOf) => ({ anyOf })),
          expiresAt: challenge.expiresAt.toISOString(),
        },
        ...(sentCode && {
          sentCode: { expiresAt: sentCode.expiresAt.toISOString(), resendAt: sentCode.resendAt.toISOString() },
        }),
        ...(corporate && { businessType: corporate.businessType }),
        accountType,
        maskedEmail: maskEmail(email),
        maskedPhoneNumber: maskPhone(phone),
      };
    },

    async activateAccount({ body, client }) {
      await consumeRateLimitByAddress(services, 'activate', client.ip, 60, 60);
      const mfa = readMfaHeader(client.headers['x-mfa']);
      const browserKey = body.payload === undefined ? undefined : readBrowserKey(await sealingKeys.open(body.payload));
      const { id, owner, holder } = await verifyChecks(services, mfa, {
        scene: SceneType.ACCOUNT_ACTIVATION,
        origin: () => originOf(client),
      });
      const phone = holder?.phone;
      if (phone === undefined) throw new AppError('CHALLENGE_INVALID');
      const signIn = await transact(db, async (trx) => {
        const registration = await lockRegistration(trx, vault, owner);
        await consumeChallenge(trx, clock, id);
        // The first registration of an address that is activated claims the address.
        if (!registration || !(await lockEmail(trx, vault, registration.email)))
          throw new AppError('CHALLENGE_INVALID');
        const customerId = await createAccount(trx, registration, phone);
        await deleteRegistration(trx, registration.id);
        return openFirstSignIn(trx, services, customerId, registration, browserKey);
      });
      await notifier.send('messages', 'identity');
      return signIn ? { challengeId: signIn.id, expiresAt: signIn.expiresAt.toISOString() } : null;
    },
  };
}

function registrantOf({ accountType, language = 'en_US', email, phoneNumber, identity, corporate }: Body): Registrant {
  const { fullName } = identity;
  return { accountType, language, email, phone: phoneNumber, fullName, identity, ...(corporate && { corporate }) };
}
