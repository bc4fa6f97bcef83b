// Checks and compiles the messages. They are parsed at build time, so that browsers need no parser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages } from '../src/languages.ts';

const home = new URL('..', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, home));
const formatjs = path('node_modules/.bin/formatjs');

/** Messages that only the server uses: responses, mails, SMS. */
const serverOnly = ['error.', 'message.'];
/** Messages that both pages and mails use. */
const serverToo = ['documents.'];
/** Messages of all pages with transactions. */
const statuses = ['crypto.status.', 'order.status.', 'order.for', 'fiat.status.'];
/** Rarely used messages of the page frame. */
const seldom = ['alert.', 'header.logout.', 'notFound.'];
/** Messages that are loaded with certain pages. All others are in `base`. */
const areas: Record<string, string[]> = {
  // Several areas have a country field.
  access: ['login.', 'verify.', 'forgot.', 'password.', 'captcha.', 'phone.', 'country.'],
  // The wallet also shows statuses of transactions.
  wallet: [
    'wallet.',
    'asset.',
    'palette.',
    'menu.',
    'onboarding.',
    'home.signedIn',
    'recipients.',
    'attention.',
    'account.',
    'history.',
    'limits.',
    ...seldom,
    ...statuses,
  ],
  // The documents of the product page contain these messages already rendered.
  product: ['home.view.', 'home.facts.', 'home.steps.', 'home.networks.', 'home.safe.', 'home.sdk.', 'home.faq.'],
  // Also used by the panel in the header, which is loaded after the page.
  notifications: ['notification.'],
  sandbox: ['sandbox.'],
  // The login page loads them after it is shown.
  passkey: ['passkey.'],
  security: ['security.'],
  // The wallet uses them without the other security settings.
  autoRedemption: ['security.autoRedemption'],
  money: [
    'guide.',
    'help.',
    'fees.',
    'result.',
    'statements.',
    'swap.',
    'order.',
    'crypto.',
    'address.',
    'bank.',
    'fiat.',
    // File fields use these messages.
    'feedback.',
    'country.',
  ],
  identity: [
    'register.',
    'activation.',
    'feedback.files.',
    'login.freeze.',
    'identity.',
    'documents.',
    'profile.',
    'accessibility.',
    'country.',
  ],
};

/** Messages that belong to another area despite their prefix. */
const elsewhere: Record<string, string[]> = { access: ['login.freeze.'], security: ['security.autoRedemption'] };

rmSync(path('dist/catalogues'), { recursive: true, force: true });
mkdirSync(path('dist/catalogues/server'), { recursive: true });
mkdirSync(path('src/generated'), { recursive: true });

for (const language of languages) write(language, compile(`src/messages/${language}.json`));
write('en_XA', compile('src/messages/en_US.json', ['--pseudo-locale', 'en-XA']));

const ids = Object.keys(JSON.parse(readFileSync(path('src/messages/en_US.json'), 'utf8')) as object);
writeFileSync(
  path('src/generated/message-ids.ts'),
  `// Printed from the messages by scripts/compile.ts.\nexport type MessageId =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`,
);

function compile(file: string, options: string[] = []): Record<string, unknown> {
  return JSON.parse(
    execFileSync(formatjs, ['compile', path(file), '--format', 'simple', '--ast', ...options], { encoding: 'utf8' }),
  ) as Record<string, unknown>;
}

function write(language: string, messages: Record<string, unknown>): void {
  const begins = (prefixes: string[], id: string): boolean => prefixes.some((prefix) => id.startsWith(prefix));
  const isServers = (id: string): boolean => begins(serverOnly, id);
  const pick = (wanted: (id: string) => boolean): string =>
    JSON.stringify(Object.fromEntries(Object.entries(messages).filter(([id]) => wanted(id))));
  writeFileSync(
    path(`dist/catalogues/${language}.json`),
    pick((id) => !isServers(id)),
  );
  writeFileSync(
    path(`dist/catalogues/server/${language}.json`),
    pick((id) => isServers(id) || begins(serverToo, id)),
  );
  mkdirSync(path(`dist/catalogues/${language}`), { recursive: true });
  for (const [area, prefixes] of Object.entries(areas))
    writeFileSync(
      path(`dist/catalogues/${language}/${area}.json`),
      pick((id) => begins(prefixes, id) && !begins(elsewhere[area] ?? [], id)),
    );
  writeFileSync(
    path(`dist/catalogues/${language}/base.json`),
    pick((id) => !isServers(id) && !begins(Object.values(areas).flat(), id)),
  );
}
