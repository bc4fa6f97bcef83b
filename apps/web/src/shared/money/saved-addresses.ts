import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { blockchainAddresses } from '@wusd/api-sdk/resources/blockchain-addresses';
import { clientOptions } from '../api/client.ts';
import { addressesKey } from './recipient-keys.ts';

export const addressesApi = createClientOf(clientOptions, { blockchainAddresses });

/** Every saved address. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: addressesKey,
    queryFn: ({ signal }) => addressesApi.blockchainAddresses.list({ signal }),
    meta: { isHandled: true },
  });
