import type { TransportOptions } from './internal/options.js';
import { type Client, createTransport } from './internal/transport.js';

type Resources = Record<string, (client: Client) => object>;

/** A client with the chosen resources, each under its name. */
export type ClientOf<R extends Resources> = {
  [Name in keyof R]: ReturnType<R[Name]>;
} & {
  /** The server's time according to its last response. */
  serverTime(): Date;
};

/**
 * Creates a client with only the resources that you name, for pages with a size budget. If you import from
 * `@wusd/api-sdk/core` and `@wusd/api-sdk/resources/…`, your bundles contain no other resource.
 *
 * @example
 * import { createClientOf } from '@wusd/api-sdk/core';
 * import { otc } from '@wusd/api-sdk/resources/otc';
 * const api = createClientOf({ baseUrl, auth }, { otc });
 */
export function createClientOf<R extends Resources>(options: TransportOptions, chosen: R): ClientOf<R> {
  const transport = createTransport(options);
  const built = Object.entries(chosen).map(([name, build]) => [name, build(transport)]);
  return { ...(Object.fromEntries(built) as ClientOf<R>), serverTime: transport.serverTime };
}
