import { isIdentityReason } from './identity-reasons.ts';
import { HttpStatusError } from '../platform/errors/loggable-error.ts';
import { outboundSignal } from './guard/outbound.ts';
import type { IdentityPort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 15_000;

export interface IdentityProviderOptions {
  /** Where its calls begin, e.g. `https://identity.example/v1`. */
  url: string;
  token: string;
}

/**
 * A provider that takes `POST /checks {id, person}`, where `id` tells a repeat, answers `{reference}`, and tells by `GET /checks/{reference}`
 * `{status: pending|approved|rejected, reasonCode}`. What it answers is checked before it is believed.
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
    if (!body.success) throw new Error('The identity provider answered no object');
    return body.output;
  };
  return {
    async submit(check) {
      const { reference } = await call('/checks', { method: 'POST', body: JSON.stringify(check) });
      if (typeof reference !== 'string' || reference === '' || reference.length > 200)
        throw new Error('The identity provider gave no reference');
      return reference;
    },
    async outcome(reference) {
      const { status, reasonCode } = await call(`/checks/${encodeURIComponent(reference)}`);
      if (status === 'pending') return undefined;
      if (status === 'approved') return { to: 'verified' };
      // A refusal whose reason we have no words for is not a decision: somebody has to look.
      if (status === 'rejected' && isIdentityReason(reasonCode))
        return { to: 'verification failed', reason: reasonCode };
      throw new Error('The identity provider decided something unknown');
    },
  };
}
