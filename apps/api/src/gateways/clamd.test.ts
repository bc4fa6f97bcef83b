import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { simulatedScanner } from '../sandbox/simulators.ts';
import { createClamd, readClamdAddress } from './clamd.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';

// A double of clamd: the INSTREAM command as clamd(8) describes it, with a verdict that each test sets.

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** @returns the address of the double, and the file that it received */
async function startDouble(answer: string, at?: string) {
  const received: { file: Buffer } = { file: Buffer.alloc(0) };
  const server = createServer((socket) => {
    let waiting = Buffer.alloc(0);
    let isCommanded = false;
    socket.on('data', (part: Buffer) => {
      waiting = Buffer.concat([waiting, part]);
      if (!isCommanded) {
        const end = waiting.indexOf(0);
        if (end < 0) return;
        expect(waiting.subarray(0, end).toString()).toBe('zINSTREAM');
        waiting = waiting.subarray(end + 1);
        isCommanded = true;
      }
      while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
        const length = waiting.readUInt32BE(0);
        if (length === 0) return void socket.end(answer);
        received.file = Buffer.concat([received.file, waiting.subarray(4, 4 + length)]);
        waiting = waiting.subarray(4 + length);
      }
    });
  });
  servers.push(server);
  server.listen(at ?? { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const url = at === undefined ? `tcp://127.0.0.1:${portOf(server)}` : `unix://${at}`;
  return { clamd: createClamd(readClamdAddress(url)), received };
}

const file = Buffer.alloc(200_000, 'receipt');

test('a file is clean if clamd reports it clean, and clamd receives all of it', async () => {
  const { clamd, received } = await startDouble('stream: OK\0');
  expect(await clamd.scan(file)).toEqual({ isClean: true });
  expect(received.file.equals(file)).toBe(true);
});

test('an infected file is reported with the signature that clamd names', async () => {
  const { clamd } = await startDouble(
    'stream: Win.Test.EICAR_HDB-1 FOUND\0',
    join(mkdtempSync(join(tmpdir(), 'clamd-')), 's'),
  );
  expect(await clamd.scan(file)).toEqual({ isClean: false, signature: 'Win.Test.EICAR_HDB-1' });
});

test.each(['INSTREAM size limit exceeded. ERROR\0', 'stream: OK', '', 'stream: FOUND\0'])(
  'the response %j gives no verdict',
  async (answer) => {
    const { clamd } = await startDouble(answer);
    await expect(clamd.scan(file)).rejects.toThrow('clamd gave no verdict');
  },
);

test('an unreachable clamd gives no verdict', async () => {
  await expect(createClamd({ host: '127.0.0.1', port: 9 }).scan(file)).rejects.toThrow('ECONNREFUSED');
});

test.each(['http://127.0.0.1:3310', 'tcp://127.0.0.1', 'unix://', 'clamd'])(
  '%s is not a valid address of clamd',
  (text) => {
    expect(() => readClamdAddress(text)).toThrow(TypeError);
  },
);

test('the simulator detects the EICAR test file anywhere in a file', async () => {
  const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));
  expect(await simulatedScanner.scan(file)).toEqual({ isClean: true });
  expect(await simulatedScanner.scan(Buffer.concat([Buffer.from('%PDF-1.7\n'), eicar]))).toMatchObject({
    isClean: false,
  });
});
