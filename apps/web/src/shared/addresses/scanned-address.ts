import { Network, type NetworkIdValue } from '@wusd/api-sdk/domain';

/** The destination in a QR code. */
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
 * Reads a plain address, or a payment request: `ethereum:` (EIP-681), `solana:` (Solana Pay), `web+stellar:pay`
 * (SEP-7), `tron:`. Ignores a requested amount, because the address is only saved and nothing is paid.
 *
 * @returns undefined if there is no address. The server checks whether the address is valid on its network
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

/** `[pay-]address[@chain][/function]?parameters`. In a token transfer, the recipient is a parameter, not the path. */
function readEthereum(path: string, query: ReadonlyMap<string, string>): ScannedAddress | undefined {
  const [, target, chain = '1', call] = /^(?:pay-)?(0x[0-9a-f]{40})(?:@(\d+))?(?:\/(\w+))?$/i.exec(path) ?? [];
  const networkId = networkOf('ethereum', chain);
  if (target === undefined || networkId === undefined || (call !== undefined && call !== 'transfer')) return undefined;
  const to = plain(call === undefined ? target : query.get('address'));
  return to && { ...to, networkId };
}

/** Accepts letters and digits in the length of an address; rejects words and links. */
function plain(text: string | undefined): ScannedAddress | undefined {
  const address = text?.trim() ?? '';
  return /^[0-9A-Za-z]{26,120}$/.test(address) ? { address } : undefined;
}
