import * as v from 'valibot';
import type { IntermediaryBank, TextField, Way } from './fields.ts';

/** Draft of a bank account. */
export interface BankDraft {
  way: { [field in keyof Way]: string };
  texts: Partial<Record<TextField, string>>;
  /** Undefined if there is no intermediary bank. */
  intermediary?: IntermediaryBank | undefined;
}

const typed = v.fallback(v.pipe(v.string(), v.maxLength(500)), '');
const texts = v.record(v.string(), typed);

/** Schema of a stored draft, possibly from an older version of this app. The server checks the fields. */
export const bankDraftSchema: v.GenericSchema<unknown, BankDraft> = v.object({
  way: v.object({ country: typed, currency: typed, rail: typed }),
  texts,
  intermediary: v.optional(v.custom<IntermediaryBank>((stored) => v.is(texts, stored))),
});

export const noDraft: BankDraft = {
  way: { country: '', currency: '', rail: '' },
  texts: {},
  intermediary: undefined,
};

/** The rail of a currency that has only one, so that there is nothing to choose; otherwise empty. */
export function onlyRail(rails: readonly { currency: string; rail: string }[], currency: string): string {
  const found = rails.filter((each) => each.currency === currency);
  return found.length === 1 ? (found[0]?.rail ?? '') : '';
}
