import { Network, type NetworkIdValue } from '@wusd/api-sdk/domain';

/** What a QR code says of where to send to. */
export interface ScannedAddress {
  address: string;
  memo?: string;
  networkId?: NetworkIdValue;
}

/** The URI scheme of a network's payment requests, and its chain (EIP-155) where networks share the scheme. */
const schemes: Record<NetworkIdValue, { scheme: string; chainId?: number }> = {
  [Network.Ethereum]: { scheme: 'ethereum', chainId: 1 },
  [Network.Polygon]: { scheme: 'ethereum', chainId: 137 },
  [Network.Viction]: { scheme: 'ethereum', chainId: 88 },
  [Network.Tron]: { scheme: 'tron' },
  [Network.ArbitrumOne]: { scheme: 'ethereum', chainId: 42_161 },
  [Network.Base]: { scheme: 'ethereum', chainId: 8453 },
  [Network.Bnb]: { scheme: 'ethereum', chainId: 56 },
  [Network.Solana]: { scheme: 'solana' },
  [Network.Avalanche]: { scheme: 'ethereum', chainId: 43_114 },
  [Network.Stellar]: { scheme: 'web+stellar' },
};

const networkOf = (scheme: string, chainId?: string): NetworkIdValue | undefined =>
  Object.values(Network).find((id) => schemes[id].scheme === scheme && schemes[id].chainId?.toString() === chainId);

/**
 * Reads an address as it stands alone in a code, or a request for payment: `ethereum:` (EIP-681), `solana:` (Solana Pay),
 * `web+stellar:pay` (SEP-7), `tron:`. A requested amount is ignored: the address is saved, nothing is paid.
 *
 * @returns undefined where there is no address; whether it is one of its network is the server's to say
 */
export function readScannedAddress(text: string): ScannedAddress | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined || rest === undefined) return plain(text);
  const [path = '', search = ''] = rest.replace(/^\/\//, '').split(/\?(.*)/s);
  const query = new Map(new URL(`?${search}`, 'http://request').searchParams);
  const name = scheme.toLowerCase();
  if (name === 'ethereum') return readEthereum(path, query);
  if (name === 'web+stellar') {
    const to = path === 'pay' ? plain(query.get('destination')) : undefined;
    const memo = query.get('memo');
    return to && { ...to, networkId: Network.Stellar, ...(memo !== undefined && { memo }) };
  }
  const networkId = networkOf(name);
  const to = networkId && plain(path);
  return to && { ...to, networkId };
}

/** `[pay-]address[@chain][/function]?parameters`: of a token's transfer the address is a parameter, and before it stands the token. */
function readEthereum(path: string, query: ReadonlyMap<string, string>): ScannedAddress | undefined {
  const [, target, chain = '1', call] = /^(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(?:\/(\w+))?$/i.exec(path) ?? [];
  const networkId = networkOf('ethereum', chain);
  if (target === undefined || networkId === undefined || (call !== undefined && call !== 'transfer')) return undefined;
  const to = plain(call === undefined ? target : query.get('address'));
  return to && { ...to, networkId };
}

/** Letters and digits, as addresses of all networks are; a word or a link is none. */
function plain(text: string | undefined): ScannedAddress | undefined {
  const address = text?.trim() ?? '';
  return /^[0-9A-Za-z]{26,120}$/.test(address) ? { address } : undefined;
}
