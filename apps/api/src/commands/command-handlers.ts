import { createBatcher, fulfillAll } from '../platform/batcher.ts';
import { contract } from '../platform/contract/contract.ts';
import type { CommandHandlers } from '../platform/contract/operations.ts';
import { transact } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { originOf } from '../platform/security/origin.ts';
import type { PlatformServices } from '../platform/services.ts';
import type { AnyCall, AnyCommand, Commands } from './command.ts';
import { dispatch, type PendingCommand } from './dispatch.ts';
import { type MfaHeader, readMfaHeader } from './mfa-header.ts';
import { type CommandOperation, intentBodyHmac } from './intent-body.ts';
import { createIntentLeases, type IntentLeases } from './intent-leases.ts';
import { noScene, sceneOf } from './scenes.ts';
import { type ChallengeState, findChallengeStates, findChallenge, offersOf, openChallenge } from './challenges.ts';
import * as v from 'valibot';

const intentBatchSize = 100;
const concurrentBatches = 2;

const operationsById = new Map<string, CommandOperation>(
  Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, 'x-intent': intent, 'x-mfa-scene': scene, 'x-captcha': captcha }) =>
      intent === undefined
        ? []
        : [
            [
              operationId,
              {
                operationId,
                scene: sceneOf(scene ?? noScene),
                hasCaptcha: captcha !== undefined,
              },
            ],
          ],
    ),
);

/**
 * Handlers of all commands. A call is previewed (`?dryRun=true`) or executed once under its intent. A repeat gets the
 * stored answer, and its captcha and codes are not checked. The same intent with another body, session or operation is
 * rejected.
 */
export function commandHandlers(services: PlatformServices, commands: Commands): CommandHandlers {
  const findIntent = createBatcher({
    execute: async (ids: string[]) => {
      const found = await findChallengeStates(services.db, services, ids);
      return fulfillAll(ids.map((id) => found.get(id)));
    },
    maxBatchSize: intentBatchSize,
    concurrency: concurrentBatches,
  });
  const leases = createIntentLeases(services);
  // TypeScript can't infer that each command is paired with its name. Calls are validated against the contract.
  return Object.fromEntries(
    Object.entries(commands).map(([operationId, command]: [string, AnyCommand]) => {
      const operation = operationsById.get(operationId);
      if (!operation) throw new Error(`${operationId} is not a command of the contract`);
      const submit = createBatcher({
        execute: (batch: PendingCommand[]) => dispatch(services, command, batch),
        ...(command.maxBatchSize === undefined
          ? { maxBatchSize: 1, concurrency: Infinity }
          : { maxBatchSize: command.maxBatchSize, concurrency: concurrentBatches }),
        // A customer's second command must be evaluated after the first has changed the balance.
        keyOf: ({ call }) => call.caller.customerId,
      });
      const handle = (call: AnyCall): Promise<unknown> => {
        const bodyHmac = intentBodyHmac(services, operation, call);
        return call.query.dryRun
          ? preview(services, operation, command, call, bodyHmac)
          : authorize(operation, command, call, bodyHmac, { findIntent, submit, leases });
      };
      return [operationId, handle];
    }),
  ) as CommandHandlers;
}

async function preview(
  services: PlatformServices,
  { scene }: CommandOperation,
  command: AnyCommand,
  call: AnyCall,
  bodyHmac: Buffer,
): Promise<unknown> {
  const { db, vault } = services;
  const { review, checks, about } = await command.preview(call);
  const { customerId, sessionId } = call.caller;
  if (review.blockers.length > 0) return { ...review, checkGroups: [] };
  const { id, expiresAt } = await transact(db, async (trx) => {
    const opened = await openChallenge(trx, services, {
      scene,
      customerId,
      sessionId,
      bodyHmac,
      ...checks,
      ...(about !== undefined && { targets: { ...checks?.targets, about } }),
    });
    return { ...opened, expiresAt: (await command.reserve?.(call, trx, opened.expiresAt)) ?? opened.expiresAt };
  });
  const subject = await findChallenge(db, { vault }, id);
  return {
    ...review,
    intentId: id,
    expiresAt: expiresAt.toISOString(),
    checkGroups: offersOf(subject?.groups ?? [], subject?.holder).map((anyOf) => ({ anyOf })),
  };
}

interface AuthorizationDependencies {
  findIntent(id: string): Promise<ChallengeState | undefined>;
  submit(pending: PendingCommand): Promise<unknown>;
  leases: IntentLeases;
}

/**
 * Executes a command under its intent, or returns the answer that the intent already has.
 *
 * @throws AppError INTENT_MISSING, INTENT_EXPIRED, INTENT_MISMATCH, INTENT_IN_PROGRESS, CAPTCHA_FAILED; also the
 * errors of `verifyAllChecks` and of the command
 */
async function authorize(
  { scene, hasCaptcha }: CommandOperation,
  command: AnyCommand,
  call: AnyCall,
  bodyHmac: Buffer,
  { findIntent, submit, leases }: AuthorizationDependencies,
): Promise<unknown> {
  const { customerId, sessionId } = call.caller;
  const mfa = readIntent(scene, call);
  const intent = await findIntent(mfa.challengeId ?? '');
  if (intent?.scene !== scene || intent.customerId !== customerId || intent.sessionId !== sessionId)
    throw new AppError('INTENT_EXPIRED');
  if (!intent.bodyHmac?.equals(bodyHmac)) throw new AppError('INTENT_MISMATCH');
  if (intent.answer !== undefined) return intent.answer;
  const execute = async (): Promise<unknown> => {
    await call.verifyCaptcha();
    const prepared = await command.prepare?.(call);
    const claim = { scene, customerId, sessionId, bodyHmac, origin: () => originOf(call.client) };
    return submit({ call, mfa, claim, prepared });
  };
  // A captcha token is valid once, so only one of several concurrent repeats may verify it. Without a captcha the
  // customer's row lock serializes repeats.
  if (!hasCaptcha) return execute();
  const { id } = intent;
  return leases.run(id, async () => (await findIntent(id))?.answer, execute);
}

/**
 * Reads the intent id and the codes from the header or the form.
 *
 * @throws AppError INTENT_MISSING, CHECK_MISSING, INVALID_REQUEST
 */
function readIntent(scene: CommandOperation['scene'], { body, client }: AnyCall): MfaHeader {
  if (scene === noScene) {
    const form = v.safeParse(v.object({ intentId: v.string() }), body);
    if (!form.success) throw new AppError('INTENT_MISSING');
    return { sceneType: noScene, challengeId: form.output.intentId, checks: [] };
  }
  const header = client.headers['x-mfa'];
  if (header === undefined) throw new AppError('INTENT_MISSING');
  return readMfaHeader(header);
}
