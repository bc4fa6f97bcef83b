import { readFileSync } from 'node:fs';
import { bcp47 } from '@wusd/i18n';
import type { MailBlock, MailContent } from '../platform/outbox/mails.ts';

// Compiled from mails/template.mjml.
const template = readFileSync(new URL('mail-template.html', import.meta.url), 'utf8');
const parts = new Map<string, string>();
const page = takeParts(template);

/**
 * Renders the HTML alternative of an email (RFC 2046, 5.1.4). It loads nothing from a server, so opening the email
 * can't be tracked, and its only possible link activates an account.
 */
export function toHtmlMail({ language, subject, preheader, antiPhishing, blocks, footer }: MailContent): string {
  return fill(page, {
    language: escaped(bcp47(language)),
    subject: escaped(subject),
    preheader: escaped(preheader),
    // Keeps the text after the preheader out of the inbox preview.
    preheaderPadding: '&#847;&zwnj;&nbsp;'.repeat(80),
    'part antiPhishing': antiPhishing ? filled('antiPhishing', { ...antiPhishing }) : '',
    'part blocks': blocks.map(toHtml).join('\n'),
    footer: escaped(footer),
  });
}

function toHtml(block: MailBlock): string {
  if (block.kind !== 'facts') {
    const { kind, ...slots } = block;
    return filled(kind, slots);
  }
  const { facts, status } = block;
  const rows = facts.map(({ label, value }) => filled('fact', { label, value }));
  return fill(partOf('facts'), {
    'part fact': rows.join('\n'),
    ...Object.fromEntries(
      (['positive', 'warning', 'negative', 'neutral'] as const).map((tone) => [
        `part ${tone}`,
        status?.tone === tone ? filled(tone, { label: status.label, value: status.value }) : '',
      ]),
    ),
  });
}

/** Extracts the text between `<!-- part x -->` and `<!-- end x -->`, and leaves the slot `[[part x]]`. */
function takeParts(text: string): string {
  return text.replaceAll(/<!-- part (\w+) -->([\s\S]*?)<!-- end \1 -->/g, (_, name: string, content: string) => {
    parts.set(name, takeParts(content).trim());
    return `[[part ${name}]]`;
  });
}

function partOf(name: string): string {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`The template of mails has no part ${name}`);
  return part;
}

/** Fills the slots of a part with texts. */
const filled = (part: string, texts: Record<string, string>): string =>
  fill(partOf(part), Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escaped(text)])));

/** Fills all slots in one pass, so that a value that looks like a slot is not replaced. */
const fill = (text: string, markup: Record<string, string>): string =>
  text.replaceAll(/\[\[([\w ]+)\]\]/g, (_, name: string) => {
    const value = markup[name];
    if (value === undefined) throw new Error(`Nothing fills ${name} in the template of mails`);
    return value;
  });

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '').replaceAll('\n', '<br>');
