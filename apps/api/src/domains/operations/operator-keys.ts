import { createHash } from 'node:crypto';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import type { OperatorDirectory } from '@wusd/payouts/operators';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { OperatorError } from './errors.ts';

/** The operator who executes a command. */
export interface Operator {
  name: string;
  /** Undefined if operators have no keys, e.g. in test mode. */
  key: SigningKey<'ed25519'> | undefined;
}

export interface OperatorKeys {
  /** All operators with their public keys. If undefined, the name on the command line is accepted without proof. */
  directory: OperatorDirectory | undefined;
  key: SigningKey<'ed25519'> | undefined;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Identifies the operator. With a directory, the name is the owner of the key.
 *
 * @param asked operator name on the command line
 * @throws OperatorError FORBIDDEN
 */
export function identifyOperator(
  { directory, key }: OperatorKeys,
  asked: string | undefined,
  defaultName: string,
): Operator {
  if (!directory) return { name: asked ?? defaultName, key };
  if (!key)
    throw new OperatorError(
      'FORBIDDEN',
      'Commands that change something are signed: set WUSD_OPERATOR_KEY to the name of your key.',
    );
  const publicKey = hex(key.publicKey);
  const name = [...directory].find(([, each]) => each === publicKey)?.[0];
  if (name === undefined) throw new OperatorError('FORBIDDEN', `Your key ${publicKey} is not in WUSD_OPERATORS_FILE.`);
  if (asked !== undefined && asked !== name)
    throw new OperatorError('FORBIDDEN', `Your key is that of ${name}, not of ${asked}.`);
  return { name, key };
}

/**
 * Returns the text that an operator signs for a command: its name, and a digest of its values, which may be personal
 * data.
 */
export const commandText = (operator: string, command: string, digest: string, at: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(['wusd operator command', 1, operator, command, digest, at]));

/** Records in the audit log, with the operator's signature, that a command is going to be executed. */
export async function recordCommand(
  { db, clock }: Services,
  { name: operator, key }: Operator,
  command: string,
  values: object,
): Promise<void> {
  if (!key) return;
  const at = clock.now().toISOString();
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  const signature = hex(await key.sign(commandText(operator, command, digest, at)));
  const details = { operator, command, digest, at, publicKey: hex(key.publicKey), signature };
  await transact(db, (trx) =>
    audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'operator command', details }),
  );
}
