import type { FiatDeposit } from '@wusd/api-sdk';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { asMei } from '../testing/as-mei.ts';
import { mei } from '../testing/harness.ts';

// Every customer file is scanned before it is stored, and the verdict is audited.

const me = await asMei();
const { services, other } = me;
const { db, vault } = services;
let customerId: string;
beforeAll(async () => {
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
});
afterEach(() => vi.restoreAllMocks());

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const pdf = (content: string): File =>
  new File([`%PDF-1.7\n${content}\n%%EOF`], 'advice.pdf', { type: 'application/pdf' });
const harmless = pdf('1 0 obj\n<< /Type /Catalog >>\nendobj');

const feedback = (file: File) => me.api.feedback.send({ text: 'See the file.', attachments: [file] });
const deposit = async (file: File) => {
  const body: FiatDeposit = { currency: 'SGD', amount: '500.00', partnerId: 'dbs', receipts: [file] };
  const intent = await me.api.fiatTransactions.reviewDeposit(body);
  return me.api.fiatTransactions.declareDeposit(body, { intent });
};
const verdicts = () =>
  db
    .selectFrom('audit_log')
    .select('details')
    .where('customer_id', '=', customerId)
    .where('act', '=', 'file scanned')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ details }) => details));

const ways: [string, (file: File) => Promise<unknown>][] = [
  ['feedback', feedback],
  ['a receipt of a deposit', deposit],
];

test.each(ways)('malware sent with %s is refused, and the verdict is audited (control 21)', async (_, send) => {
  const before = await verdicts();
  await expect(send(pdf(eicar))).rejects.toMatchObject({
    errorName: 'FILE_NOT_ACCEPTED',
    details: { reasonCode: 'malware' },
  });
  const [verdict] = (await verdicts()).slice(before.length);
  expect(verdict).toMatchObject({ verdict: 'infected', signature: 'Eicar-Test-Signature' });
  await send(harmless);
  expect((await verdicts()).at(-1)).toMatchObject({ verdict: 'clean' });
});

test.each(ways)('a PDF with a script sent with %s is refused (control 21)', async (_, send) => {
  const scripted = pdf('1 0 obj\n<< /Type /Catalog /OpenAction << /S /J#61vaScript /JS (app.alert) >> >>\nendobj');
  await expect(send(scripted)).rejects.toMatchObject({
    errorName: 'FILE_NOT_ACCEPTED',
    details: { reasonCode: 'active-content' },
  });
});

test('a file without a verdict is not accepted, and can be sent again (control 21)', async () => {
  for (const [, send] of ways) {
    for (const each of [services, other.server.services])
      vi.spyOn(each.gateways.scanner, 'scan').mockRejectedValue(new Error('connect ECONNREFUSED'));
    await expect(send(harmless)).rejects.toMatchObject({ errorName: 'SERVICE_UNAVAILABLE' });
    vi.restoreAllMocks();
    await send(harmless);
  }
});
