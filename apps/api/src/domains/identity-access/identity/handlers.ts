import { CheckType } from '@wusd/api-sdk/domain';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { assertValidIdentity } from '../customers/rules.ts';
import { findCustomer, readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { resubmitIdentity } from './identity.ts';
import { isIdentityReason, reasonMessage } from '../../../gateways/identity-reasons.ts';

/** Returns the customer's profile and resubmits a failed identity. */
export function identityHandlers(services: Services): Handlers {
  const { db, vault, settings } = services;

  async function profileOf(customerId: string, language: string | undefined) {
    const customer = await findCustomer(db, vault, customerId);
    if (!customer) throw new AppError('ACCESS_TOKEN_INVALID');
    const { identity, corporate } = await readPersonal(db, vault, customerId);
    const { identityReason: reason, phone, cooldownEndsAt } = customer;
    return {
      userId: customer.id,
      username: customer.email,
      clientId: settings.clientId,
      userStatus: customer.status,
      email: customer.email,
      accountType: customer.accountType,
      identityStatus: customer.identityStatus,
      factors: [
        ...(phone === undefined ? [] : [CheckType.SMS]),
        CheckType.EMAIL,
        ...(customer.totpSecret === undefined ? [] : [CheckType.AUTHENTICATOR]),
        ...(customer.hasPasskey ? [CheckType.PASSKEY] : []),
      ],
      ...(phone !== undefined && { phoneNumber: phone }),
      ...(customer.antiPhishingCode !== undefined && { antiPhishingCode: customer.antiPhishingCode }),
      ...(isIdentityReason(reason) && {
        identityReason: formatMessage(languageOf(language), reasonMessage(reason)),
      }),
      ...(identity && { identity: { ...identity, idNumber: maskIdNumber(identity.idNumber) } }),
      ...(corporate && { corporate }),
      ...(cooldownEndsAt && { cooldownEndsAt: cooldownEndsAt.toISOString() }),
    };
  }

  return {
    getProfile: ({ caller, language }) => profileOf(caller.customerId, language),

    async resubmitVerification({ body, caller, language }) {
      await consumeRateLimit(services, `verification:${caller.customerId}`, 5, 60 * 60);
      assertValidIdentity(services, body, '');
      await resubmitIdentity(services, caller.customerId, body);
      return profileOf(caller.customerId, language);
    },
  };
}

/** Shows the last four characters, but never more than half of the number. */
function maskIdNumber(number: string): string {
  const visible = Math.min(4, Math.floor(number.length / 2));
  return `•••••${number.slice(-visible)}`;
}
