import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import type { Client } from '../contract/operations.ts';
import ipaddr from 'ipaddr.js';
import { rateLimitAddress } from './addresses.ts';

/** The origin of a call. */
export interface Origin {
  /** Opaque id that the browser generated, or a substitute derived from address and user agent. */
  device: string;
  /** Whether the browser sent the id. A substitute is not secret and is not stored. */
  isNamed: boolean;
  /** Address for rate limits: the /64 prefix of an IPv6 address. */
  address: string;
  /** Browser and system, e.g. `Chrome on Linux`. */
  agent: string;
  /** The network of the address, without the host. */
  network: string;
}

/** @param device the id that the browser sent */
export function originOf({ ip, headers }: Client, device?: string): Origin {
  const userAgent = headers['user-agent'] ?? '';
  const address = rateLimitAddress(ip);
  const standIn = createHash('sha256').update(`${address}\0${userAgent}`).digest('base64url');
  return {
    device: device ?? standIn,
    isNamed: device !== undefined,
    address,
    agent: agentOf(userAgent),
    network: networkOf(ip),
  };
}

function agentOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [browser.name, os.name].filter(Boolean).join(' on ');
}

/** Returns the first three bytes of an IPv4 address, or the first three groups of an IPv6 address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 3).join('.')}.…`
    : `${parsed.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}:…`;
}
