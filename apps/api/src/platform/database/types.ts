import type { Selectable } from 'kysely';
import type { Database } from './generated/tables.ts';

export type { Factor } from './column-types.ts';
export type { Database } from './generated/tables.ts';

/** Reason for the end of a session. */
export type EndReason = NonNullable<Selectable<Database['session']>['end_reason']>;
