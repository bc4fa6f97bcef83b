import { acceptFile } from '../../../platform/files/files.ts';
import { createScan } from '../../../platform/files/scan.ts';
import { FileResponse, type Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { findAttachment, saveFeedback } from './feedback.ts';

/** Messages to support, from customers and from anonymous senders with a reply address. */
export function feedbackHandlers(services: Services): Handlers {
  return {
    async sendFeedback({ body, caller: sender, uploads }) {
      const { text, email } = body;
      if (text.trim() === '') throw new AppError('INVALID_REQUEST', { field: '/body/text', reasonCode: 'missing' });
      if (!sender && email === undefined)
        throw new AppError('INVALID_REQUEST', { field: '/body/email', reasonCode: 'missing' });
      // A customer can't set a reply address, so that a stolen session can't redirect the answer.
      if (sender && email !== undefined)
        throw new AppError('INVALID_REQUEST', { field: '/body/email', reasonCode: 'unknown-property' });
      const scan = createScan(services, sender?.customerId);
      const files = [];
      for (const upload of uploads('attachments')) {
        files.push(await acceptFile(upload, scan));
      }
      const supportReference = await saveFeedback(services, { customerId: sender?.customerId, text, email, files });
      return { supportReference };
    },

    async getFeedbackAttachment({ caller, path }) {
      const { supportReference, number } = path;
      const file = await findAttachment(services, caller.customerId, supportReference, number);
      if (!file) throw new AppError('NOT_FOUND');
      return new FileResponse(file);
    },
  };
}
