import type { Removal } from './removal.ts';

const test = 'apps/api/test/telemetry.test.ts';
const name =
  'calls, statements, queues, gateways and money are measured and traced, without personal data (control 64)';

/** Metrics and traces are read by people and systems that may not see customers' data. */
export const telemetryRemovals: readonly Removal[] = [
  {
    control: 64,
    file: 'apps/api/src/platform/http/telemetry.ts',
    find: "({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'",
    replace: '({ url }: FastifyRequest): string => url',
    test,
    name,
  },
  {
    control: 64,
    file: 'apps/api/src/platform/database/telemetry.ts',
    find: "'db.query.text': sql }",
    replace: "'db.query.text': sql, 'db.query.values': String(event.query.parameters) }",
    test,
    name,
  },
  {
    control: 64,
    file: 'packages/server-kit/src/telemetry/spans.ts',
    find: "typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : error.name",
    replace: 'error.message',
    test: 'packages/server-kit/src/telemetry/telemetry.test.ts',
    name: 'an error is named by its code or its type, never by its message (control 64)',
  },
  {
    control: 64,
    file: 'packages/server-kit/src/telemetry/start-telemetry.ts',
    find: 'remoteParentSampled: chance, remoteParentNotSampled: chance',
    replace: '',
    test: 'packages/server-kit/src/telemetry/telemetry.test.ts',
    name: 'a client names a trace and can not have it recorded: the share of the settings decides (control 64)',
  },
];
