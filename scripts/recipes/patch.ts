import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces the only match of `find`, or every match if it is global. */
export interface Edit {
  file: string;
  find: RegExp;
  replace: string | ((match: string) => string);
}

/** A new file that the recipe derives from an existing file. */
export interface NewFile {
  file: string;
  from: string;
  write: (text: string) => string;
}

export interface Patch {
  /** The new key, as it appears in errors of the type check. */
  key: string;
  /** Edits of the files that define the registry. The compiler reports the other files. */
  definition: readonly Edit[];
  rest: readonly (Edit | NewFile)[];
}

/** Files that a patch changes or adds, without duplicates. */
export const filesOf = ({ definition, rest }: Patch): string[] =>
  [...new Set([...definition, ...rest].map(({ file }) => file))].toSorted();

/**
 * Applies edits to the sources in a folder.
 *
 * @throws Error unless the text to replace occurs exactly once
 */
export function apply(folder: string, edits: readonly (Edit | NewFile)[]): void {
  for (const edit of edits) {
    const path = join(folder, edit.file);
    if ('write' in edit) {
      writeFileSync(path, edit.write(readFileSync(join(folder, edit.from), 'utf8')));
      continue;
    }
    const text = readFileSync(path, 'utf8');
    const { find, replace } = edit;
    const count = [...text.matchAll(new RegExp(find, `${find.flags.replace('g', '')}g`))].length;
    if (count === 0 || (count > 1 && !find.global)) throw new Error(`${edit.file}: ${find} matches ${count} times`);
    writeFileSync(
      path,
      text.replace(find, (match) => (typeof replace === 'string' ? replace : replace(match))),
    );
  }
}

/** Reverts the definitions of patches by copying their files from other sources. */
export function restore(folder: string, from: string, patches: readonly Patch[]): void {
  for (const { file } of patches.flatMap(({ definition }) => definition)) cpSync(join(from, file), join(folder, file));
}
