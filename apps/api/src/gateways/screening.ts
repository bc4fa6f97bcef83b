import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { ScreenedParty, ScreeningPort } from './ports.ts';
import * as v from 'valibot';

const timeoutMs = 10_000;

export interface ScreeningOptions {
  /** Base URL, e.g. `https://screening.example/v1`. */
  url: string;
  token: string;
}

/**
 * A provider with this API. `POST /screenings` takes `{networkId, address}` or `{name, country, bank,
 * intermediaryBank}` with known banks as `{name, bic, country}`, and returns `{risk: low|high}`. Any other response is
 * an error.
 */
export function createScreening({ url, token }: ScreeningOptions): ScreeningPort {
  const requestRisk = async (
    subject: { networkId: number; address: string } | ScreenedParty,
  ): Promise<'low' | 'high'> => {
    const answer = await fetch(`${url}/screenings`, {
      method: 'POST',
      redirect: 'error',
      signal: outboundSignal(timeoutMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(subject),
    });
    if (!answer.ok) throw new HttpStatusError('The screening provider', answer.status);
    const body = v.safeParse(v.object({ risk: v.picklist(['low', 'high']) }), await answer.json());
    if (!body.success) throw new Error('The screening provider returned no valid risk');
    return body.output.risk;
  };
  return {
    screenAddress: (networkId, address) => requestRisk({ networkId, address }),
    screenParty: ({ name, country, bank, intermediaryBank }) => requestRisk({ name, country, bank, intermediaryBank }),
  };
}
