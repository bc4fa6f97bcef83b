import { HttpStatusError } from '../platform/errors/loggable-error.ts';
import { outboundSignal } from './guard/outbound.ts';
import type { ScreenedParty, ScreeningPort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 10_000;

export interface ScreeningOptions {
  /** Where its calls begin, e.g. `https://screening.example/v1`. */
  url: string;
  token: string;
}

/**
 * A provider that takes `POST /screenings`, `{networkId, address}` or `{name, country, bank, intermediaryBank}`
 * with banks as `{name, bic, country}` where they are known, and answers `{risk: low|high}`. Anything else is no
 * answer.
 */
export function createScreening({ url, token }: ScreeningOptions): ScreeningPort {
  const ask = async (subject: { networkId: number; address: string } | ScreenedParty): Promise<'low' | 'high'> => {
    const answer = await fetch(`${url}/screenings`, {
      method: 'POST',
      redirect: 'error',
      signal: outboundSignal(timeoutMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(subject),
    });
    if (!answer.ok) throw new HttpStatusError('The screening', answer.status);
    const body = v.safeParse(v.object({ risk: v.picklist(['low', 'high']) }), await answer.json());
    if (!body.success) throw new Error('The screening gave no risk');
    return body.output.risk;
  };
  return {
    screenAddress: (networkId, address) => ask({ networkId, address }),
    screenParty: ({ name, country, bank, intermediaryBank }) => ask({ name, country, bank, intermediaryBank }),
  };
}
