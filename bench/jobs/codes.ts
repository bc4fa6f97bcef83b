import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { type CodeNodeOptions, openCodeNode } from '@wusd/api/testing/silent-gateways';
import { median, table } from '../table.ts';

const ethereum = 3;
const others = ['sms', 'chain', 'payouts', 'screening', 'bank', 'blobs', 'rates', 'captcha', 'identity'] as const;
/** A tenth of what an adapter waited for a silent node, which is ten seconds twice. */
const givenUpAfterMs = 2000;

const cases: [string, number, CodeNodeOptions][] = [
  ['queues, every gateway answers', 300, { kind: 'queues', silent: [] }],
  ['queues, every other gateway silent', 300, { kind: 'queues', silent: others }],
  ['serial rounds, every gateway answers', 100, { kind: 'serial', silent: [] }],
  [
    `serial rounds, all RPC nodes but one silent for ${givenUpAfterMs / 1000} s`,
    6,
    { kind: 'serial', silent: ['chain', 'payouts'], answering: [ethereum], givenUpAfterMs },
  ],
];

/** From the commit of a sign-in code until the mail gateway has it, while other gateways accept calls and never answer. */
export async function measureCodes(serverUrl: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, samples, options] of cases) {
    // oxlint-disable-next-line no-await-in-loop -- they would measure each other
    const node = await openCodeNode(await createTestDatabase(serverUrl), options);
    // oxlint-disable-next-line no-await-in-loop
    await pause(1500);
    const took: number[] = [];
    for (let index = 0; index < samples; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      took.push(await node.sendCode());
      // oxlint-disable-next-line no-await-in-loop -- at any point of a round
      await pause(20 + (index % 7) * 10);
    }
    // oxlint-disable-next-line no-await-in-loop
    await node.close();
    const p99 = took.toSorted((a, b) => a - b)[Math.floor(samples * 0.99)] ?? 0;
    rows.push([name, samples, median(took).toFixed(1), p99.toFixed(1)]);
  }
  table(['a code, from commit to the mail gateway', 'codes', 'p50 ms', 'p99 ms'], rows);
}
