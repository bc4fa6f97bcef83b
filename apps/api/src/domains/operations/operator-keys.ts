import { createHash } from 'node:crypto';
import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import type { OperatorDirectory } from '@wusd/payouts/operators';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { OperatorError } from './errors.ts';

/** Who executes a command. */
export interface Operator {
  name: string;
  /** Undefined where operators have no keys, as in test mode. */
  key: SigningKey<'ed25519'> | undefined;
}

export interface OperatorKeys {
  /** The operators that there are. Undefined: everybody is who they say. */
  directory: OperatorDirectory | undefined;
  key: SigningKey<'ed25519'> | undefined;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * With a directory, an operator is whom their key belongs to.
 *
 * @param asked the name that the command line gives
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

/** What an operator signs of a command: its name, and the digest of its values, which may be personal. */
export const commandText = (operator: string, command: string, digest: string, at: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(['wusd operator command', 1, operator, command, digest, at]));

/** Records in the audit log, with the operator's signature, that a command is about to be executed. */
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
