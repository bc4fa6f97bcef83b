export type Mode = 'test' | 'production';

const testLabels = new Set(['test', 'sandbox', 'uat']);

/**
 * Selects test or production by host: `localhost`, loopback addresses and hosts whose first label is `test`, `sandbox`
 * or `uat` are test; all others are production.
 *
 * @param hostname as in `location.hostname`, with IPv6 in brackets
 */
export function environmentFor(hostname: string): Mode {
  const host = hostname.toLowerCase();
  const isLoopback = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
  return isLoopback || testLabels.has(host.split('.')[0] ?? '') ? 'test' : 'production';
}
