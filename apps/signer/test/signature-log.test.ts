import { createClient } from '@wusd/server-kit/connections';
import { afterAll, expect, test } from 'vitest';
import { verifyLog } from '../src/database/signature-log.ts';
import { recordDestinations } from '../src/destinations.ts';
import { networkId, startSigner } from '../testing/signer.ts';

const signer = await startSigner();
afterAll(() => signer.close());
const { services, order, sign, wait } = signer;

test('the signature log is append-only, and its verification finds rows that were changed or deleted', async () => {
  await recordDestinations(services.db, services.clock, [{ networkId, address: '0xknown', memo: undefined }]);
  wait(25);
  for (const nonce of ['1', '2', '3', '4']) {
    await order({ payoutId: `ctx_${nonce}`, nonce });
    await sign(`ctx_${nonce}`);
  }
  expect(await verifyLog(services.db)).toMatchObject({ broken: undefined, last: { position: '4' } });
  const owner = createClient({ connectionString: signer.signerUrl });
  await owner.connect();
  try {
    for (const change of [
      `update signature set amount = 1`,
      'delete from signature',
      'truncate signature',
      `update nonce set payout_id = 'ctx_9'`,
      `update destination set first_seen_at = 'epoch'`,
      'delete from destination',
      `update credential set public_key = ''`,
      'delete from credential',
      `update passkey_challenge set payout_id = 'ctx_9'`,
      'truncate passkey_challenge',
    ])
      await expect(owner.query(change), change).rejects.toThrow('append-only');
    await owner.query('alter table signature disable trigger append_only');
    await owner.query(`update signature set recipient = '0xelse' where position = 3`);
    expect(await verifyLog(services.db)).toMatchObject({ broken: '3' });
    await owner.query(`update signature set recipient = '0xknown' where position = 3`);
    expect(await verifyLog(services.db)).toMatchObject({ broken: undefined, last: { position: '4' } });
    await owner.query(`update signature set credential_id = '\\x01' where position = 2`);
    expect(await verifyLog(services.db)).toMatchObject({ broken: '2' });
    await owner.query('update signature set credential_id = null where position = 2');
    await owner.query('delete from signature where position = 2');
    expect(await verifyLog(services.db)).toMatchObject({ broken: '3' });
  } finally {
    await owner.end();
  }
});
