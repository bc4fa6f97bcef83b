import { createRequire } from 'node:module';
import { languages } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { renderEmail } from '../src/platform/outbox/messages.ts';
import { mailIds, mailValuesOf, messageValues } from '../testing/mails.ts';

const ids = Object.keys(
  v.parse(v.record(v.string(), v.unknown()), createRequire(import.meta.url)('@wusd/i18n/catalogues/server/en_US.json')),
);

test.each(languages)('mails and SMS are complete in %s (control 26)', (language) => {
  const recipient = { language, antiPhishingCode: 'Merlion88' };
  const textOf = (id: string) => {
    const { subject, text } = renderEmail(recipient, id, mailValuesOf(id, language));
    return { subject, text };
  };
  const rendered = {
    ...Object.fromEntries(mailIds.map((id) => [id, textOf(id)])),
    ...Object.fromEntries(
      ids
        .filter((id) => id.endsWith('.sms'))
        .map((id) => [id, formatMessage(language, id, { ...messageValues, act: 'ACT' })]),
    ),
  };
  expect(mailIds.length).toBeGreaterThan(10);
  expect(rendered).toMatchSnapshot();
  for (const id of mailIds) expect(textOf(id).text).toContain('Merlion88');
  expect(renderEmail({ language }, 'message.code', mailValuesOf('message.code', language)).text).not.toContain(
    'Merlion88',
  );
});
