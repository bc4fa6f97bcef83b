import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { SmsPort } from '../platform/outbox/channels.ts';

const timeoutMs = 10_000;

/**
 * SMS over a gateway that takes `{to, text}` as JSON. The `idempotency-key` header is our message id, so that it
 * recognizes a repeat.
 */
export function createSmsGateway({ url, token }: { url: string; token: string }): SmsPort {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: outboundSignal(timeoutMs),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': id,
        },
        body: JSON.stringify({ to, text }),
      });
      if (!answer.ok) throw new HttpStatusError('The SMS gateway', answer.status);
    },
  };
}
