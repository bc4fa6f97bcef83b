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

/** The commonest passwords (OWASP ASVS 5.0, 6.2.4), as what is left of them without their trimmings. */
const common = new Set(
  dictionary['passwords-common']
    .slice(0, 3000)
    .map(essence)
    .filter((word) => word.length >= 4),
);
/** Words of our own context (6.2.11). */
const context = ['wusd', 'wallet', 'wusdwallet', 'stablecoin'].map(essence);

/**
 * Checks a new password against the specified rule and against what is guessed first. A common word dressed up with digits and
 * symbols, or said twice, is that common word.
 *
 * @param own words that belong to this customer, e.g. the local part of the address
 * @throws AppError PASSWORD_TOO_WEAK with the rule as its reason
 */
export function requireStrongPassword(password: string, own: readonly string[] = []): void {
  const weak = (reasonCode: string): AppError =>
    new AppError('PASSWORD_TOO_WEAK', { field: '/body/payload', reasonCode });
  // Counts as a person does: a letter with its marks is one character, and so is an emoji.
  const length = [...new Intl.Segmenter().segment(password.normalize('NFC'))].length;
  if (length < passwordRules.minLength) throw weak('too-short');
  if (length > passwordRules.maxLength) throw weak('too-long');
  for (const [name, pattern] of Object.entries(classes)) if (!pattern.test(password)) throw weak(`no-${name}`);

  const word = essence(password);
  const half = word.slice(0, word.length / 2);
  const said = word.length > 0 && word === half + half ? half : word;
  const guessable = [...context, ...own.map(essence).filter((each) => each.length >= 4)];
  // Little but digits and symbols is left of what is mostly them: those are counted through.
  if (said.length < 4 || common.has(said) || guessable.includes(said)) throw weak('easy-to-guess');
}

/** A password without what people add to make it pass: case, and digits and symbols before and after. */
function essence(password: string): string {
  const trimmed = password.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return Array.from(trimmed, (character) => leet[character] ?? character)
    .join('')
    .replaceAll(/[^\p{L}]/gu, '');
}
