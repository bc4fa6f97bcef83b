import * as v from 'valibot';
import { email, secret, text } from '../../shared/forms/rules.ts';

export const loginSchema = v.object({ email, password: secret });
export type Login = v.InferOutput<typeof loginSchema>;

export const freezeSchema = v.object({ freezeCode: text(40) });
export type FreezeRequest = v.InferOutput<typeof freezeSchema>;
