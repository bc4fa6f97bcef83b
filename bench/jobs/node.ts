// One node of a candidate in a process of its own, so that it can be killed: `node node.ts <candidate> <url>`.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { candidates, isCandidate } from './candidates.ts';

const [name = '', url = ''] = process.argv.slice(2);
if (!isCandidate(name)) throw new Error(`There is no candidate ${name}`);
const pool = new pg.Pool({ connectionString: url });
const record = (jobId: string, what: 'started' | 'ended'): Promise<unknown> =>
  pool.query('insert into bench_run (job, what, pid, at) values ($1, $2, $3, clock_timestamp())', [
    jobId,
    what,
    process.pid,
  ]);

await candidates[name].start(url, async (jobId) => {
  await record(jobId, 'started');
  await wait(300);
  await record(jobId, 'ended');
});
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
