// Fails on a key that a language lacks, has too many, or whose placeholders differ from the English ones.
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
