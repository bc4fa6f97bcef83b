import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import type { Services } from '../../services.ts';
import { describeCase } from './case.ts';
import { removeDocument, uploadDocument } from './documents.ts';
import { addPerson, editPerson, removePerson, submitCase } from './persons.ts';

const hourS = 60 * 60;

/** The verification case of a customer: documents, and for a company its persons. */
export function verificationHandlers(services: Services): Handlers {
  return {
    getVerification: ({ caller }) => describeCase(services, caller.customerId),

    async uploadVerificationDocument({ body: { kind, personId }, caller: { customerId }, uploads }) {
      await consumeRateLimit(services, `verification-document:${customerId}`, 120, hourS);
      const [upload] = uploads('file');
      if (!upload) throw new AppError('INVALID_REQUEST', { field: '/body/file', reasonCode: 'missing' });
      await uploadDocument(services, customerId, { kind, personId, upload });
      return describeCase(services, customerId);
    },

    async removeVerificationDocument({ path, caller: { customerId } }) {
      await removeDocument(services, customerId, path.id);
      return describeCase(services, customerId);
    },

    async addVerificationPerson({ body, caller: { customerId } }) {
      await consumeRateLimit(services, `verification-person:${customerId}`, 120, hourS);
      await addPerson(services, customerId, body);
      return describeCase(services, customerId);
    },

    async editVerificationPerson({ path, body, caller: { customerId } }) {
      await consumeRateLimit(services, `verification-person:${customerId}`, 120, hourS);
      await editPerson(services, customerId, path.id, body);
      return describeCase(services, customerId);
    },

    async removeVerificationPerson({ path, caller: { customerId } }) {
      await removePerson(services, customerId, path.id);
      return describeCase(services, customerId);
    },

    async submitVerification({ body, caller: { customerId } }) {
      await submitCase(services, customerId, body.hasNoOwner ?? false);
      return describeCase(services, customerId);
    },
  };
}
