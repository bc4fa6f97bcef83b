import { afterEach, expect } from 'vitest';

// On phones each field must open a suitable keyboard, by its type, input mode, autocomplete or capitalisation. Codes
// and addresses must be neither corrected nor capitalised automatically.

const typed = new Set(['email', 'tel', 'password', 'date', 'url']);
const identifier = new Set(['off', 'none', 'characters']);

/** Missing attribute of a field. */
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
