import * as v from 'valibot';

/** What the address of the result page may carry: an order's id. Anybody can make such a link, so nothing else of it is shown. */
const resultSchema = v.object({ id: v.pipe(v.string(), v.regex(/^otc_[0-9a-z]{26}$/)) });

/** @param search of the address, e.g. `?result={"id":"otc_…"}` */
export function readResult(search: string): string | undefined {
  try {
    const result: unknown = JSON.parse(new URLSearchParams(search).get('result') ?? '');
    return v.is(resultSchema, result) ? result.id : undefined;
  } catch {
    return undefined;
  }
}

export function resultPath(id: string): string {
  return `/mint-redeem/success?result=${encodeURIComponent(JSON.stringify({ id }))}`;
}
