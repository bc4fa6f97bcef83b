import type { Removal } from './removal.ts';

const test = 'apps/api/test/telemetry.test.ts';
const name =
  'calls, statements, queues, gateways and money are measured and traced, without personal data (control 64)';

/** Controls of metrics and traces, whose readers must not see customers' data. */
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
    name: 'names an error by its code or type, never by its message (control 64)',
  },
  {
    control: 64,
    file: 'packages/server-kit/src/telemetry/start-telemetry.ts',
    find: 'remoteParentSampled: chance, remoteParentNotSampled: chance',
    replace: '',
    test: 'packages/server-kit/src/telemetry/telemetry.test.ts',
    name: 'a client can set the id of a trace but not have it recorded: the configured ratio decides (control 64)',
  },
];
