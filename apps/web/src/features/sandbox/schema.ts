import { currencies } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';
import { oneOf, problems, text } from '../../shared/forms/rules.ts';

const seedInvalid = 'sandbox.life.seedInvalid' satisfies MessageId;

export const replaySchema = v.object({
  seed: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(problems.required),
    v.digits(seedInvalid),
    v.transform(Number),
    v.minValue(0, seedInvalid),
    v.maxValue(2_147_483_647, seedInvalid),
  ),
});
export type Replay = v.InferOutput<typeof replaySchema>;

/** Faults of a simulated transfer; the empty string means no fault. */
export const flaws = ['', 'high-risk', 'missing-memo'] as const;

export const transferSchema = v.object({
  subjectId: text(100),
  money: v.object({
    currency: oneOf(currencies),
    amount: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(problems.required),
      v.regex(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/, 'home.calc.amountInvalid' satisfies MessageId),
      v.check((amount) => /[1-9]/.test(amount), 'home.calc.amountInvalid' satisfies MessageId),
    ),
  }),
  outcome: v.picklist(flaws),
});
export type Transfer = v.InferOutput<typeof transferSchema>;
