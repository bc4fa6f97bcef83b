import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import type { Refusal } from '../forms/refusals.ts';

type Blocker = ActReview['blockers'][number];
type Blocked = Pick<ActReview, 'blockers'>;

/** Blocker codes that concern a single field. */
const blockerCodes = { address: ['31001', '31007', '31008', '31009'], memo: ['31002'] } as const;

function fieldOf({ errCode }: Blocker): keyof typeof blockerCodes | undefined {
  if (blockerCodes.memo.some((code) => code === errCode)) return 'memo';
  return blockerCodes.address.some((code) => code === errCode) ? 'address' : undefined;
}

/** Blockers that no field shows. */
export function otherBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter((blocker) => fieldOf(blocker) === undefined);
}

const reasons: Readonly<Record<string, Refusal>> = {
  'already-saved': { field: 'address', message: 'address.alreadySaved' },
  'too-long': { field: 'memo', message: 'address.memo.tooLong' },
};

/** The fields that the server refused, with the reasons. */
export function addressRefusals({ error, data }: { error: unknown; data: Blocked | undefined }): readonly Refusal[] {
  const reason = error instanceof ApiError ? reasons[error.details.reasonCode ?? ''] : undefined;
  if (reason) return [reason];
  return (data?.blockers ?? []).flatMap((blocker) => {
    const field = fieldOf(blocker);
    return field === undefined ? [] : [{ field, text: blocker.message }];
  });
}
