import type { SigningKey } from '@wusd/payouts/keys/signing-key';
import type { OperatorRuntime } from '../src/domains/operations/command.ts';
import { UsageError } from '../src/domains/operations/errors.ts';
import { parseCommandLine } from '../src/domains/operations/parser.ts';
import { renderText } from '../src/domains/operations/render.ts';
import type { Services } from '../src/domains/services.ts';

export const runtimeOf = (services: Services): OperatorRuntime => ({
  defaultOperator: 'priya',
  withServices: (_, work) => work(services),
  migrate: () => Promise.reject(new Error('The database of a test is migrated')),
  checkConnections: () => Promise.reject(new Error('No connection of a test is checked here')),
});

/**
 * Executes operator commands on a node, signed with the key. Resolves to the terminal output, and rejects with the
 * command's error.
 */
export function operatorOf(services: Services, key?: SigningKey<'ed25519'>) {
  return async (...argv: string[]): Promise<string> => {
    const { operator, request } = parseCommandLine(argv);
    if (request.kind === 'usage error') throw new UsageError(request.message);
    if (request.kind === 'help') return request.text;
    return renderText(await request.command.execute(runtimeOf(services), { name: operator ?? 'priya', key }));
  };
}
