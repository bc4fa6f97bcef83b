import { HttpStatusError } from '../errors.ts';
import { outboundSignal } from '../gateways/outbound.ts';
import type { SmsPort } from '../ports/index.ts';
import type { Settings } from '../settings.ts';

const timeoutMs = 10_000;

/** SMS by a gateway that takes `{to, text}` as JSON. The `idempotency-key` is ours, so that it tells a repeat. */
export function createSmsGateway({
  smsGatewayUrl,
  smsGatewayToken,
}: Pick<Settings, 'smsGatewayUrl' | 'smsGatewayToken'>): SmsPort {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(smsGatewayUrl ?? '', {
        method: 'POST',
        redirect: 'error',
        signal: outboundSignal(timeoutMs),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${smsGatewayToken}`,
          'idempotency-key': id,
        },
        body: JSON.stringify({ to, text }),
      });
      if (!answer.ok) throw new HttpStatusError('The SMS gateway', answer.status);
    },
  };
}
