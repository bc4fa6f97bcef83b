import { afterEach, expect } from 'vitest';

// On a phone a field opens the keyboard that what goes into it is typed on: each says which, by its type, its input mode, what a
// browser may fill it with, or how it is capitalised. A code or an address is neither corrected nor capitalised behind one's back.

const typed = new Set(['email', 'tel', 'password', 'date', 'url']);
const identifier = new Set(['off', 'none', 'characters']);

/** What a field leaves open. */
function complaintOf(field: HTMLInputElement | HTMLTextAreaElement): string | undefined {
  const { type, inputMode, autocomplete, autocapitalize, spellcheck, enterKeyHint } = field;
  if (typed.has(type)) return autocomplete === '' && type !== 'date' ? 'says not what fills it' : undefined;
  if (type === 'search' && enterKeyHint !== 'search') return 'has no key to search';
  if (inputMode !== '') return autocomplete === '' ? 'says not what fills it' : undefined;
  if (autocomplete !== '' && autocomplete !== 'off') return undefined;
  if (autocapitalize === '') return 'says not how it is capitalised';
  return identifier.has(autocapitalize) && spellcheck ? 'may be corrected' : undefined;
}

afterEach(({ task }) => {
  if (task.result?.state === 'fail' || !task.file.filepath.includes('/stories/')) return;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=radio],[type=checkbox],[type=range],[type=file],[type=hidden],[hidden],[readonly]), textarea',
  );
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of it
  expect(
    Array.from(fields, (field) => [field.labels?.[0]?.textContent ?? field.name, complaintOf(field)]).filter(
      ([, complaint]) => complaint !== undefined,
    ),
    'a field and its keyboard',
  ).toEqual([]);
});
