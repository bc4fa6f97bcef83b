import type { Review } from '@wusd/api-sdk/core';
import * as v from 'valibot';
import { sessionValues } from '../state/session-values.ts';
import type { CommandName } from '../verification/pending-command.ts';
import type { PaymentInput } from './payment-types.ts';
import { submissionKey } from './submission-key.ts';

type Unanswered = PaymentInput['unanswered'];

const submissionSchema = v.object({
  request: v.record(v.string(), v.unknown()),
  // This app stored the server's response unchanged, so a partial check is enough.
  review: v.custom<Review>((review) =>
    v.is(v.object({ intentId: v.string(), expiresAt: v.string(), blockers: v.array(v.unknown()) }), review),
  ),
});

/**
 * The submission of a payment while it has no response. It survives a reload, so that no other payment can start before
 * the outcome of this one is known.
 */
export function storedSubmission(
  command: CommandName,
  draftSchema: v.GenericSchema<unknown, unknown>,
): {
  read: () => Unanswered;
  write: (submission: Unanswered) => void;
} {
  const key = submissionKey(command);
  const draft = v.fallback(draftSchema, () => v.parse(draftSchema, {}));
  const schema = v.object({ ...submissionSchema.entries, draft });
  return {
    read() {
      const { success, output } = v.safeParse(schema, sessionValues.read(key));
      return success ? output : undefined;
    },
    write: (submission) => sessionValues.write(key, submission),
  };
}
