import type { Selectable } from 'kysely';
import type { Database } from './generated/tables.ts';

export type { Factor } from './column-types.ts';
export type { Database } from './generated/tables.ts';

/** Why a session ended. */
export type EndReason = NonNullable<Selectable<Database['session']>['end_reason']>;
