// Fails on missing or extra keys of a language, and on placeholders that differ from the English message.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));

execFileSync(
  path('node_modules/.bin/formatjs'),
  [
    'verify',
    '--source-locale',
    'en_US',
    '--missing-keys',
    '--extra-keys',
    '--structural-equality',
    path('src/messages/*.json'),
  ],
  { stdio: 'inherit' },
);
console.log('Every message exists in every language with the same placeholders.');
