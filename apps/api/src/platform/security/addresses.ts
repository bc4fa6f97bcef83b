import ipaddr from 'ipaddr.js';

/**
 * Returns the unit by which callers are counted: an IPv4 address (also for an IPv4-mapped IPv6 address), or the /64
 * prefix of an IPv6 address, which usually belongs to one subscriber.
 *
 * @param address address of a connection or of the last trusted hop; any other text is returned unchanged
 * @returns e.g. `203.0.113.7` or `2001:db8:0:7::/64`
 */
export function rateLimitAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
