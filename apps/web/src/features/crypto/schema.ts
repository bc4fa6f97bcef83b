import * as v from 'valibot';
import { optionalText, text } from '../../shared/forms/rules.ts';

export const locateSchema = v.object({ txnHash: text(128), senderAddress: optionalText(128) });
export type DepositClaim = v.InferOutput<typeof locateSchema>;
