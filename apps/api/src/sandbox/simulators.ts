import { Network } from '@wusd/api-sdk/domain';
import type { Insertable } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
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

/** Accepts each token `simulated:<action>:<anything>` once, like the provider with its tokens. */
export function createSimulatedCaptcha(): CaptchaPort {
  const usedTokens = new Set<string>();
  return {
    async verify(token, action) {
      const isValid = token.startsWith(`simulated:${action}:`) && !usedTokens.has(token);
      usedTokens.add(token);
      return isValid;
    },
  };
}

/**
 * The harmless EICAR test file, which every scanner reports (eicar.org). Split, so that scanners do not report this
 * file.
 */
const eicar = Buffer.from(
  [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`, '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

/** Detects only the EICAR test file, anywhere in a file. */
export const simulatedScanner: FileScanPort = {
  scan: async (bytes) =>
    bytes.includes(eicar) ? { isClean: false, signature: 'Eicar-Test-Signature' } : { isClean: true },
};

/**
 * Creates simulators of all gateways for test mode. They write outgoing data to tables, and read incoming data from
 * tables.
 */
export function createSimulators(db: Db, clock: Clock, pace: Settings['sandboxPace'], blobs: BlobPort): Gateways {
  // Inserts concurrent messages as a batch, because real gateways accept many at once.
  const insertMessage = createBatcher({
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
  const storeMessage = (
    channel: 'email' | 'sms',
    message: { id: string; to: string; text: string; subject?: string; code?: string },
  ): Promise<void> =>
    insertMessage({
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
    mail: { send: (message) => storeMessage('email', message) },
    sms: { send: (message) => storeMessage('sms', message) },
    chain: createSimulatedChain(db, clock, pace),
    payouts: createSimulatedPayouts(db, clock, pace),
    screening: simulatedScreening,
    bank: createSimulatedBank(db, clock, pace),
    blobs,
    scanner: simulatedScanner,
    rates: createSimulatedRates(clock),
  };
}
