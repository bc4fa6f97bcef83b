import type { TransportOptions } from './internal/options.js';
import { type Client, createTransport } from './internal/transport.js';

type Resources = Record<string, (client: Client) => object>;

/** A client with the resources that were named, each under its name. */
export type ClientOf<R extends Resources> = {
  [Name in keyof R]: ReturnType<R[Name]>;
} & {
  /** The server's time by its last answer. */
  serverTime(): Date;
};

/**
 * A client with the resources you name, for pages where bytes count. From `@wusd/api-sdk/core`, with resources from
 * `@wusd/api-sdk/resources/…`, no other travels with any of your pages.
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
