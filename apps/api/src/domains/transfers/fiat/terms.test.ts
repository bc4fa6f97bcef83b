import { expect, test } from 'vitest';
import { createDatabase, startNode } from '../../../../testing/harness.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { readRailFee, readRailFees } from './terms.ts';

test('reading a fee that is missing in the table throws an error', async () => {
  const database = await createDatabase();
  await using node = await startNode(database);
  const { db } = node.server.services;
  // The application's database login can't delete fees.
  const owner = openDatabase(database);
  await owner.deleteFrom('rail_fee').where('rail', '=', 'SWIFT').where('currency', '=', 'THB').execute();
  await owner.destroy();
  const feeOf = await readRailFees(db);
  expect([feeOf('SWIFT', 'USD'), feeOf('FPS', 'HKD')]).toEqual(['25.00', '0.00']);
  expect(() => feeOf('SWIFT', 'THB')).toThrow('rail_fee has no fee for THB by SWIFT');
  await expect(readRailFee(db, 'SWIFT', 'THB')).rejects.toThrow();
});
