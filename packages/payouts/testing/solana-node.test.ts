import { afterAll, describe, expect, test } from 'vitest';
import { startSolanaNode } from './solana-node.ts';

const node = await startSolanaNode();
afterAll(() => node.stop());
const slotNow = (): Promise<bigint> => node.rpc.getSlot({ commitment: 'processed' }).send();

describe('more events than Surfpool keeps', () => {
  test('blocks', async () => {
    const before = await slotNow();
    for (let block = 0; block < 400; block += 1) await node.mine();
    expect((await slotNow()) - before).toBe(400n);
  });

  test('rejected transactions, as when a payout is broadcast again', async () => {
    const signed = await node.sign(await node.transfer(node.payer.address, 1n));
    const before = await slotNow();
    const broadcast = () => node.rpc.sendTransaction(signed, { encoding: 'base64' }).send();
    await broadcast();
    for (let count = 0; count < 1100; count += 1) await expect(broadcast()).rejects.toThrow();
    expect(await slotNow()).toBe(before);
  });
});
