import * as v from 'valibot';

const typed = (length: number) => v.fallback(v.pipe(v.string(), v.maxLength(length)), '');

/** Draft of a new address. */
export const addressDraftSchema = v.object({
  networkId: typed(10),
  address: typed(200),
  memo: typed(200),
  label: typed(200),
});
export type AddressDraft = v.InferOutput<typeof addressDraftSchema>;

export const noAddress: AddressDraft = { networkId: '', address: '', memo: '', label: '' };
