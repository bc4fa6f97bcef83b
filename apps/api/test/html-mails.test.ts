import { readFileSync } from 'node:fs';
import { languages } from '@wusd/i18n';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, describe, expect, test } from 'vitest';
import { compileTemplate, templateFile } from '../scripts/mail-template.ts';
import { toHtmlMail } from '../src/gateways/html-mail.ts';
import { createSmtp } from '../src/gateways/smtp.ts';
import { renderEmail } from '../src/platform/outbox/messages.ts';
import { type Received, startMailServer } from '../testing/gateways.ts';
import { mailIds, mailValuesOf, messageValues } from '../testing/mails.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
const elementsOf = (node: Node): Element[] => [
  ...('tagName' in node ? [node] : []),
  ...childrenOf(node).flatMap(elementsOf),
];
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;
const textOf = (node: Node): string => ('value' in node ? node.value : childrenOf(node).map(textOf).join(' '));
const words = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** A mail parsed as HTML. `shown` is its body without the preheader, which mail programs show in lists only. */
function parsed(html: string) {
  const errors: string[] = [];
  const document = parse(html, { onParseError: ({ code, startLine }) => errors.push(`${code}, line ${startLine}`) });
  const elements = elementsOf(document);
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const isHidden = (element: Element) => attribute(element, 'style')?.startsWith('display:none') ?? false;
  const body = named('body')[0];
  const shown = body ? childrenOf(body).filter((node) => !('tagName' in node && isHidden(node))) : [];
  return { errors, elements, named, shown: shown.map(textOf).join(' ') };
}

const antiPhishingCode = 'Merlion88';
/** @param given values that replace those of the mail */
function mailOf(id: string, language: string, given: Record<string, string> = {}) {
  const values = Object.entries(mailValuesOf(id, language)).map(([name, value]) => [name, given[name] ?? value]);
  return renderEmail({ language, antiPhishingCode }, id, Object.fromEntries(values));
}
const each = languages.flatMap((language) => mailIds.map((id): [string, string] => [id, language]));

test('the template matches its MJML and the design tokens: otherwise run `pnpm --filter @wusd/api run mail-template`', async () => {
  expect(readFileSync(templateFile, 'utf8')).toBe(await compileTemplate());
});

describe.each(each)('%s in %s', (id, language) => {
  const { subject, text, content } = mailOf(id, language);
  const html = toHtmlMail(content);
  const { errors, elements, named, shown } = parsed(html);
  const values = mailValuesOf(id, language);

  test('is valid HTML in its language, below the size at which Gmail clips a mail', () => {
    expect(errors).toEqual([]);
    expect(attribute(named('html')[0]!, 'lang')).toBe(language.replace('_', '-'));
    expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
    expect(html).not.toMatch(/\[\[|<!-- (part|end) /);
  });

  test('has no link, except to the activation of an account (control 56)', () => {
    const links = named('a').map((element) => attribute(element, 'href'));
    expect(links).toEqual(id === 'message.activation' ? [messageValues['link']] : []);
    if (id === 'message.activation') expect(words(shown)).toContain(messageValues['link']);
    expect(named('button').concat(named('form'), named('input'), named('area'))).toEqual([]);
  });

  test('loads and runs nothing (control 56)', () => {
    const known = [
      'a',
      'body',
      'div',
      'br',
      'h1',
      'head',
      'html',
      'meta',
      'p',
      'span',
      'style',
      'table',
      'tbody',
      'td',
      'th',
    ];
    const allowed = new Set([...known, 'title', 'tr']);
    expect(elements.map(({ tagName }) => tagName).filter((name) => !allowed.has(name))).toEqual([]);
    const attributes = elements.flatMap(({ tagName, attrs }) => attrs.map(({ name }) => `${tagName} ${name}`));
    expect(attributes.filter((name) => / (on|src|srcset|background|action|poster|data$)/.test(name))).toEqual([]);
    expect(html).not.toMatch(/url\(|@import|@font-face/i);
  });

  test('has the content of its plain text', () => {
    const said = words(shown);
    expect(words(text).filter((word) => !said.join('').includes(word.replace(/[:：].*$/u, '')))).toEqual([]);
    const more = [subject, 'WUSD Wallet'];
    for (const block of content.blocks) if (block.kind === 'button') more.push(block.label, block.addressLabel);
    const told = new Set(words(`${text.replaceAll(/[:：] ?/gu, ' ')} ${text} ${more.join(' ')}`));
    expect(said.filter((word) => !told.has(word) && !told.has(word.replace(/[:：]$/u, '')))).toEqual([]);
  });

  test('shows the anti-phishing code once it is set (control 26)', () => {
    expect(words(shown)).toContain(antiPhishingCode);
    expect(text).toContain(antiPhishingCode);
    const without = renderEmail({ language }, id, values);
    expect(html).toContain('class="wash"');
    expect(toHtmlMail(without.content)).not.toContain('class="wash"');
  });

  test('shows a code, a link and a freeze code once, each in its own block', () => {
    const of = (kind: string) => content.blocks.filter((block) => block.kind === kind);
    expect(of('code')).toHaveLength('code' in values ? 1 : 0);
    expect(of('button')).toHaveLength('link' in values ? 1 : 0);
    expect(of('freeze')).toHaveLength('freezeCode' in values ? 1 : 0);
    expect(text.split('7H4K-2MPQ-9XWB')).toHaveLength('freezeCode' in values ? 2 : 1);
  });

  test('about money has a table with amount, reference and status', () => {
    const isAboutMoney = ['amount', 'pay'].some((name) => name in values) || /deposit/i.test(id);
    const facts = content.blocks.find((block) => block.kind === 'facts');
    if (!isAboutMoney) return expect(facts?.status).toBeUndefined();
    const amounts = ['amount', 'pay', 'receive', 'returned', 'reference', 'order'].filter((name) => name in values);
    expect(facts?.facts.map(({ value }) => value)).toEqual(expect.arrayContaining(amounts.map((name) => values[name])));
    expect(facts?.status?.value).toBeTruthy();
  });

  test('has a preheader that differs from the subject', () => {
    expect(content.preheader).not.toBe('');
    expect(content.preheader).not.toBe(subject);
  });
});

/** Unusual names. */
const names = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</td></table><a href="https://evil.example">Click</a>',
    '[[subject]] {{x}} ${y} &amp; $& $1',
    '<!-- part code -->',
    'مريم بنت عبد الله',
    '\u202emoc.elpmaxe.live',
    'W'.repeat(500),
    'Mei\n\n123456\n\nTan',
    "Anne-Marie O'Neill & Söhne",
  ),
);

describe('any customer name', () => {
  const tags = (html: string): string[] => parsed(html).elements.map(({ tagName }) => tagName);

  test('leaves the markup unchanged and appears as text', () => {
    const ids = fc.constantFrom('message.code', 'message.depositHeld', 'message.addressSaved', 'message.activation');
    fc.assert(
      fc.property(ids, fc.constantFrom(...languages), names, names, (id, language, name, label) => {
        const { content, text } = mailOf(id, language, { name, label });
        const html = toHtmlMail(content);
        const { errors } = parsed(html);
        expect(errors.filter((error) => !error.startsWith('noncharacter') && !error.startsWith('control'))).toEqual([]);
        expect(tags(html)).toEqual(tags(toHtmlMail(mailOf(id, language).content)));
        expect(text).not.toMatch(/[\u202a-\u202e]/u);
        expect(content.blocks).toHaveLength(mailOf(id, language).content.blocks.length);
      }),
    );
  });

  test('has no address that a mail program would turn into a link (control 56)', () => {
    const name = 'https://evil.example/claim www.evil.example pay@evil.example';
    const { text, content } = mailOf('message.addressSaved', 'en_US', { name, label: name });
    for (const shown of [text, parsed(toHtmlMail(content)).shown]) {
      expect(shown.replaceAll(/support@wallet\.example/g, '')).not.toMatch(/:\/\/|\.\p{L}|@\p{L}/u);
      expect(shown.replaceAll('\u200c', '')).toContain(name);
    }
  });

  test('written from right to left does not reverse the text around it', () => {
    expect(mailOf('message.code', 'en_US', { name: 'مريم' }).text).toContain('Dear \u2068مريم\u2069,');
  });
});

test('a mail is sent as text and as HTML', async () => {
  const arrived: Received[] = [];
  const server = await startMailServer((message) => arrived.push(message));
  afterAll(() => server.close());
  const mail = createSmtp({ url: `smtp://127.0.0.1:${server.port}`, from: 'WUSD Wallet <no-reply@wallet.example>' });
  const { content, ...rest } = mailOf('message.depositCompleted', 'th_TH');
  await mail.send({ id: 'msg_html', to: 'mei@demo.example', ...rest, content });
  expect(arrived[0]?.text).toBe(rest.text);
  expect(arrived[0]?.html?.trim()).toBe(toHtmlMail(content).trim());
});
