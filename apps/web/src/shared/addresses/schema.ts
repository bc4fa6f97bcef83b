import type { Body } from '@wusd/api-sdk/core';
import { Network, type NetworkIdValue } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { optionalText, problems, text } from '../forms/rules.ts';

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

/** The request body that saves an address. */
export type AddressFields = Body<'POST /blockchain-address'>;

export const hasMemo = (networkId: string): boolean => networkId === String(Network.Stellar);

/** The request body. Includes a memo only if the network has memos. */
export function fieldsOf({ memo, ...fields }: TypedAddress): AddressFields {
  return { ...fields, ...(hasMemo(String(fields.networkId)) && memo !== '' && { memo }) };
}
