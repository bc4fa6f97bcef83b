import type { AnyCall, AnyCommand, Commands } from '../commands/command.ts';
import { lockCustomer } from '../commands/customers.ts';
import type { Services } from '../domains/services.ts';
import type { Call, CommandName, CommandResult } from '../platform/contract/operations.ts';
import { transact } from '../platform/database/database.ts';

/** Executes a command of a customer without preview and codes. */
export function executeCommand<Name extends CommandName>(
  { db, vault }: Services,
  commands: Commands,
  name: Name,
  customerId: string,
  body: Call<Name>['body'],
): Promise<CommandResult<Name>> {
  const caller = { customerId, sessionId: '', scopes: [] };
  // During execution, commands use only these values of a call.
  const call: AnyCall = {
    path: {},
    query: {},
    body,
    caller,
    language: undefined,
    client: { headers: {}, ip: '203.0.113.7' },
    uploads: () => [],
    setHeader: () => {},
    verifyCaptcha: async () => {},
  };
  return transact(db, async (trx) => {
    const byName: Partial<Record<CommandName, AnyCommand>> = commands;
    const command = byName[name];
    if (!command) throw new Error(`There is no command ${name}`);
    const customer = await lockCustomer(trx, vault, customerId);
    const outcome = await command.execute([{ call, customer, prepared: [] }], trx);
    if ('rejections' in outcome) throw outcome.rejections.get(customerId) ?? new Error(`${name} was rejected`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Commands` pairs the name with this result
    return outcome.results[0] as CommandResult<Name>;
  });
}
