import * as v from 'valibot';
import { email } from '../../shared/forms/rules.ts';

export const resendSchema = v.object({ email });
export type ResendRequest = v.InferOutput<typeof resendSchema>;
