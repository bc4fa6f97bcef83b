import * as v from 'valibot';
import { oneOf } from '../../shared/forms/rules.ts';

export const exportSchema = v.object({ format: oneOf(['CSV', 'PDF']) });
export type ExportRequest = v.InferOutput<typeof exportSchema>;
