import { Network } from '@wusd/api-sdk/domain';
import type { Insertable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Database } from '../platform/database/types.ts';
import type { BlobPort, CaptchaPort, Gateways } from '../gateways/ports.ts';
import type { FileScanPort } from '../platform/files/scanner.ts';
import type { Settings } from '../composition/settings.ts';
import { fulfillAll, createBatcher } from '../platform/batcher.ts';
import { createSimulatedBank, simulatedPartners } from './bank.ts';
import { createSimulatedChain, simulatedScreening } from './chain.ts';
import { createSimulatedPayouts } from './payouts.ts';
import { createSimulatedIdentity } from './identity.ts';
import { createSimulatedRates } from './simulated-rates.ts';

/** Says yes once to `simulated:<action>:<anything>`, as the provider does to its own tokens. */
export function createSimulatedCaptcha(): CaptchaPort {
  const spent = new Set<string>();
  return {
    async verify(token, action) {
      const isGood = token.startsWith(`simulated:${action}:`) && !spent.has(token);
      spent.add(token);
      return isGood;
    },
  };
}

/** The harmless file that every scanner reports (eicar.org), in two halves so that this file is not reported. */
const eicar = Buffer.from(
  [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`, '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Knows the EICAR test file alone, anywhere in a file. */
export const simulatedScanner: FileScanPort = {
  scan: async (bytes) =>
    bytes.includes(eicar) ? { isClean: false, signature: 'Eicar-Test-Signature' } : { isClean: true },
};

/** The outside world in test mode: what would leave is kept in a table, what would arrive is read from one. @param blobs a folder, as where there is one machine */
export function createSimulators(db: Db, clock: Clock, pace: Settings['sandboxPace'], blobs: BlobPort): Gateways {
  // As a gateway takes many at once: what is sent at the same time is kept by one statement.
  const keepRow = createBatcher({
    execute: async (rows: Insertable<Database['sandbox_message']>[]) => {
      await db
        .insertInto('sandbox_message')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return fulfillAll(rows.map(() => undefined));
    },
    maxBatchSize: 50,
    concurrency: 1,
  });
  const keep = (
    channel: 'email' | 'sms',
    message: { id: string; to: string; text: string; subject?: string; code?: string },
  ): Promise<void> =>
    keepRow({
      id: message.id,
      channel,
      recipient: message.to,
      subject: message.subject ?? '',
      body: message.text,
      code: message.code ?? null,
      at: clock.now(),
    });
  return {
    networks: Object.values(Network),
    partners: simulatedPartners,
    captcha: createSimulatedCaptcha(),
    identity: createSimulatedIdentity(db, clock),
    mail: { send: (message) => keep('email', message) },
    sms: { send: (message) => keep('sms', message) },
    chain: createSimulatedChain(db, clock, pace),
    payouts: createSimulatedPayouts(db, clock, pace),
    screening: simulatedScreening,
    bank: createSimulatedBank(db, clock, pace),
    blobs,
    scanner: simulatedScanner,
    rates: createSimulatedRates(clock),
  };
}
