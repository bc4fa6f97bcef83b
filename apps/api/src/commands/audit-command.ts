import { audit } from '../platform/audit/audit.ts';
import type { Clock } from '@wusd/server-kit/clock';
import type { Caller, Client } from '../platform/contract/operations.ts';
import type { Trx } from '../platform/database/database.ts';
import { originOf } from '../platform/security/origin.ts';

/** Appends a command to the audit log, with the caller's browser and network. */
export function auditCommand(
  trx: Trx,
  clock: Clock,
  { caller, client }: { caller: Caller; client: Client },
  act: string,
  details: Record<string, string> = {},
): Promise<void> {
  const { agent, network } = originOf(client);
  return audit(trx, clock, {
    customerId: caller.customerId,
    actor: 'customer',
    act,
    details: { ...details, agent, network },
  });
}
