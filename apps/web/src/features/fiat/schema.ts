import * as v from 'valibot';
import { typedAmount } from '../../shared/forms/amount.ts';
import { optionalText } from '../../shared/forms/rules.ts';

/** @param decimals of the currency that was wired */
export const declareSchema = (decimals: number) =>
  v.object({ amount: typedAmount(decimals), remark: optionalText(140) });
export type DeclaredAmount = v.InferOutput<ReturnType<typeof declareSchema>>;
