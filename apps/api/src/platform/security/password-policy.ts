import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../errors/app-error.ts';

export const passwordRules = { minLength: 14, maxLength: 128 } as const;

const classes = {
  uppercase: /\p{Lu}/u,
  lowercase: /\p{Ll}/u,
  number: /\p{Nd}/u,
  'special-symbol': /[^\p{L}\p{Nd}\s]/u,
};

const leet: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The most common passwords (OWASP ASVS 5.0, 6.2.4), reduced to their base words. */
const common = new Set(
  dictionary['passwords-common']
    .slice(0, 3000)
    .map(essence)
    .filter((word) => word.length >= 4),
);
/** Words from the product's context (6.2.11). */
const context = ['wusd', 'wallet', 'wusdwallet', 'stablecoin'].map(essence);

/**
 * Checks a new password against the specified rules and against likely guesses. A common word that is repeated or
 * extended with digits and symbols counts as that word.
 *
 * @param own words that belong to this customer, e.g. the local part of the address
 * @throws AppError PASSWORD_TOO_WEAK with the rule as its reason
 */
export function requireStrongPassword(password: string, own: readonly string[] = []): void {
  const weak = (reasonCode: string): AppError =>
    new AppError('PASSWORD_TOO_WEAK', { field: '/body/payload', reasonCode });
  // Counts graphemes: a letter with its marks is one character, and so is an emoji.
  const length = [...new Intl.Segmenter().segment(password.normalize('NFC'))].length;
  if (length < passwordRules.minLength) throw weak('too-short');
  if (length > passwordRules.maxLength) throw weak('too-long');
  for (const [name, pattern] of Object.entries(classes)) if (!pattern.test(password)) throw weak(`no-${name}`);

  const word = essence(password);
  const half = word.slice(0, word.length / 2);
  const said = word.length > 0 && word === half + half ? half : word;
  const guessable = [...context, ...own.map(essence).filter((each) => each.length >= 4)];
  // A base word of fewer than four letters means that the password is mostly digits and symbols, which are easy to
  // enumerate.
  if (said.length < 4 || common.has(said) || guessable.includes(said)) throw weak('easy-to-guess');
}

/**
 * Reduces a password to its base word: removes case, leading and trailing digits and symbols, and letter
 * substitutions.
 */
function essence(password: string): string {
  const trimmed = password.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return Array.from(trimmed, (character) => leet[character] ?? character)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '');
}
