import { isIdentityReason } from './identity-reasons.ts';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { IdentityPort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 15_000;

export interface IdentityProviderOptions {
  /** Base URL, e.g. `https://identity.example/v1`. */
  url: string;
  token: string;
}

/**
 * A provider with this API. `POST /checks {id, person}` returns `{reference}`; a repeated `id` is the same check.
 * `GET /checks/{reference}` returns `{status: pending|approved|rejected, reasonCode}`. Responses are validated.
 */
export function createIdentityProvider({ url, token }: IdentityProviderOptions): IdentityPort {
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await fetch(url + path, {
      ...init,
      redirect: 'error',
      signal: outboundSignal(timeoutMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new HttpStatusError('The identity provider', answer.status);
    const body = v.safeParse(v.record(v.string(), v.unknown()), await answer.json());
    if (!body.success) throw new Error('The identity provider returned a body that is not an object');
    return body.output;
  };
  return {
    async submit(check) {
      const { reference } = await call('/checks', { method: 'POST', body: JSON.stringify(check) });
      if (typeof reference !== 'string' || reference === '' || reference.length > 200)
        throw new Error('The identity provider returned no valid reference');
      return reference;
    },
    async outcome(reference) {
      const { status, reasonCode } = await call(`/checks/${encodeURIComponent(reference)}`);
      if (status === 'pending') return undefined;
      if (status === 'approved') return { to: 'verified' };
      // There is no message for an unknown reason. The failure becomes a dead letter, so that an operator decides.
      if (status === 'rejected' && isIdentityReason(reasonCode))
        return { to: 'verification failed', reason: reasonCode };
      throw new Error('The identity provider returned an unknown status or reason code');
    },
  };
}
