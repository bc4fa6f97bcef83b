import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrapWoff } from './woff.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

interface Face {
  file: string;
  ranges: [from: number, to: number][];
}

/** Tried in this order: digits and Latin letters look alike in every language. */
const families = ['noto-sans', 'noto-sans-thai', 'noto-sans-sc'];
const weight = 400;

let faces: Face[] | undefined;

/** Part of a text whose letters are all in one font file. */
export interface Run {
  text: string;
  file: string;
}

const opened = new Map<string, Buffer>();

/** Returns the bytes of a font file, ready to embed. */
export function openFont(file: string): Buffer {
  const known = opened.get(file);
  if (known) return known;
  const font = unwrapWoff(readFileSync(file));
  opened.set(file, font);
  return font;
}

/**
 * Splits a text into runs by font file. A letter that no file contains is drawn as the missing-glyph box of the first
 * file.
 */
export function runsOf(text: string): Run[] {
  faces ??= families.flatMap(readFamily);
  const runs: Run[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const has = ({ ranges }: Face): boolean => ranges.some(([from, to]) => code >= from && code <= to);
    const last = runs.at(-1);
    const current = last && faces.find(({ file }) => file === last.file);
    // A character that the current font contains stays in its run, so that a mark stays with its letter and a digit
    // with its neighbours.
    const file = current && has(current) ? current.file : (faces.find(has) ?? faces[0])?.file;
    if (file === undefined) throw new Error('No font is installed');
    if (last?.file === file) last.text += letter;
    else runs.push({ text: letter, file });
  }
  return runs;
}

/** Reads the files of a font family and the range of letters in each. */
function readFamily(family: string): Face[] {
  const index = fileURLToPath(import.meta.resolve(`@fontsource/${family}/unicode.json`));
  const subsets = parseJson(v.record(v.string(), v.string()), readFileSync(index, 'utf8'));
  return Object.entries(subsets).map(([subset, ranges]) => ({
    file: join(dirname(index), 'files', `${family}-${subset.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff`),
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    }),
  }));
}
