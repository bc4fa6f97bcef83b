import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtmlMail } from './html-mail.ts';

const publicUrl = 'https://wallet.example';

/** What a mail program shows of it. */
const shown = (html: string): string =>
  html
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll(/<br>|<\/p>|<\/h1>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('an HTML mail says what its text says, whatever that is, and nothing in it becomes markup', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 6 });
  const whitespace = /\s+/g;
  fc.assert(
    fc.property(words, words, (subject, text) => {
      const html = toHtmlMail({ subject: subject.join(' '), text: text.join('\n\n') }, publicUrl);
      const expected = `WUSD Wallet ${subject.join(' ')} ${text.join('\n\n').trim()}`;
      expect(shown(html).replaceAll(whitespace, '')).toBe(expected.replaceAll(whitespace, ''));
      const tags = [...html.matchAll(/<(\w+)/g)].map(([, name]) => name);
      const known = new Set(['html', 'head', 'meta', 'title', 'body', 'div', 'p', 'h1', 'br', 'a']);
      expect(tags.filter((name) => name !== undefined && !known.has(name))).toEqual([]);
    }),
  );
});

test('a link shows its whole address, and nothing is fetched when the mail is opened', () => {
  const link = 'https://wallet.example/account-activation?accountKey=a&b=c';
  const html = toHtmlMail({ subject: 'Activate', text: `Open ${link}\nwithin a day.` }, publicUrl);
  const address = link.replace('&', '&amp;');
  expect(html).toMatch(
    new RegExp(
      `<a href="${address.replaceAll(/[?.]/g, String.raw`\$&`)}" style="[^"]*">${address.replaceAll(/[?.]/g, String.raw`\$&`)}</a>`,
    ),
  );
  expect(html).not.toMatch(/<img|url\(|<link|<script|src=/);
});

test('an address of others, e.g. as a name, is not a link', () => {
  const text = 'Dear https://evil.example/claim and https://wallet.example.evil.example/x';
  expect(toHtmlMail({ subject: 'Activate', text }, publicUrl)).not.toContain('<a ');
});
