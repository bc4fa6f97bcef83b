import { createRequire } from 'node:module';
import { languages } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { expect, test } from 'vitest';
import { renderEmail } from '../src/platform/outbox/messages.ts';
import * as v from 'valibot';

const ids = Object.keys(
  v.parse(v.record(v.string(), v.unknown()), createRequire(import.meta.url)('@wusd/i18n/catalogues/server/en_US.json')),
);
const mails = ids.filter((id) => id.endsWith('.email')).map((id) => id.slice(0, -'.email'.length));
const values = {
  name: 'Mei Tan',
  code: '123456',
  act: 'ACT',
  factor: 'authenticator',
  minutes: 5,
  hours: 24,
  digits: '4321',
  link: 'https://wallet.example/account-activation?accountKey=wak_1',
  support: 'support@wallet.example',
  freezeCode: '7H4K-2MPQ-9XWB',
  reason: 'REASON',
  reference: 'usr_1',
  account: 'My account •••• 4567',
  returned: '225.00 SGD',
  order: 'otc_1',
  amount: '250.00 WUSD',
  label: 'Cold storage',
  currency: 'SGD',
  address: '0x5290…9EE7',
  network: 'Ethereum',
  time: 'Nov 22, 2026, 08:00',
  pay: '150.00 WUSD',
  receive: '5,175.07 THB',
  isOwed: 'yes',
  owed: '100.00 WUSD',
  type: 'corporate',
};

test.each(languages)('mails and SMS are whole as they arrive in %s (control 26)', (language) => {
  const recipient = { language, antiPhishingCode: 'Merlion88' };
  const rendered = {
    ...Object.fromEntries(mails.map((id) => [id, renderEmail(recipient, id, values)])),
    ...Object.fromEntries(
      ids.filter((id) => id.endsWith('.sms')).map((id) => [id, formatMessage(language, id, values)]),
    ),
  };
  expect(mails.length).toBeGreaterThan(10);
  expect(rendered).toMatchSnapshot();
  for (const id of mails) expect(renderEmail(recipient, id, values).text).toContain('Merlion88');
  expect(renderEmail({ language }, 'message.code', values).text).not.toContain('Merlion88');
});
