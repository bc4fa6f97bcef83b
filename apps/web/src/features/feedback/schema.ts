import * as v from 'valibot';
import { email, text } from '../../shared/forms/rules.ts';

const message = text(4000);

/** Schema for a customer: support replies to the account's e-mail address. */
export const customerFeedbackSchema = v.object({ text: message, email: v.string() });
export const visitorFeedbackSchema = v.object({ text: message, email });
export type Feedback = v.InferOutput<typeof visitorFeedbackSchema>;
