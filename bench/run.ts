// Runs the benchmarks that are named, or all of them, one after the other.
import { bytes } from './bytes.ts';
import { capacity } from './capacity.ts';
import { history } from './history.ts';
import { jobs } from './jobs.ts';
import { kit } from './kit.ts';
import { lcp } from './lcp.ts';
import { ledger } from './ledger.ts';
import { recovery } from './recovery.ts';
import { rows } from './rows.ts';
import { schema } from './schema.ts';
import { scroll } from './scroll.ts';
import { sdk } from './sdk.ts';
import { session } from './session.ts';
import { socket } from './socket.ts';
import { streams } from './streams.ts';
import { telemetry } from './telemetry.ts';

const all: Record<string, () => Promise<void>> = {
  bytes,
  capacity,
  history,
  jobs,
  kit,
  lcp,
  ledger,
  recovery,
  rows,
  schema,
  scroll,
  sdk,
  session,
  socket,
  streams,
  telemetry,
};
const named = process.argv.slice(2);

for (const name of named.length > 0 ? named : Object.keys(all)) {
  const benchmark = all[name];
  if (!benchmark) throw new Error(`There is no benchmark ${name}. There are: ${Object.keys(all).join(', ')}`);
  console.log(`\n${name}`);
  await benchmark();
}
