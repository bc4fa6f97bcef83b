import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { autoRedemption } from '@wusd/api-sdk/resources/auto-redemption';
import { clientOptions } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const { autoRedemption: autoApi } = createClientOf(clientOptions, { autoRedemption });

/** Whether auto-redemption is on, and its runs. */
export const autoQuery = () =>
  queryOptions({
    queryKey: topicKey('auto-redemption'),
    queryFn: ({ signal }) => autoApi.get({ signal }),
    meta: { isHandled: true },
  });
