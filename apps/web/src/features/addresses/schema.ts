import { type ActReview, ApiError } from '@wusd/api-sdk/core';
import { Network, type NetworkIdValue } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import type { Refusal } from '../../shared/forms/refusals.ts';
import { optionalText, problems, text } from '../../shared/forms/rules.ts';

const networkIds = Object.values(Network).map(String);

export const addressSchema = v.object({
  networkId: v.pipe(
    v.string(),
    v.picklist(networkIds, problems.required),
    v.transform((id) => Number(id) as NetworkIdValue),
  ),
  address: text(120),
  memo: optionalText(64),
  label: text(40),
});
export type TypedAddress = v.InferOutput<typeof addressSchema>;

type Blocker = ActReview['blockers'][number];

/** Codes of blockers that are about one field. */
const blockerCodes = { address: ['31001', '31007', '31008', '31009'], memo: ['31002'] } as const;

function fieldOf({ errCode }: Blocker): keyof typeof blockerCodes | undefined {
  if (blockerCodes.memo.some((code) => code === errCode)) return 'memo';
  return blockerCodes.address.some((code) => code === errCode) ? 'address' : undefined;
}

/** Blockers that no field says. */
export function otherBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter((blocker) => fieldOf(blocker) === undefined);
}

const reasons: Readonly<Record<string, Refusal>> = {
  'already-saved': { field: 'address', message: 'address.alreadySaved' },
  'too-long': { field: 'memo', message: 'address.memo.tooLong' },
};

/** What the server found wrong with fields. */
export function addressRefusals({ error, data }: { error: unknown; data: ActReview | undefined }): readonly Refusal[] {
  const reason = error instanceof ApiError ? reasons[error.details.reasonCode ?? ''] : undefined;
  if (reason) return [reason];
  return (data?.blockers ?? []).flatMap((blocker) => {
    const field = fieldOf(blocker);
    return field === undefined ? [] : [{ field, text: blocker.message }];
  });
}
