import { createHash } from 'node:crypto';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

/** Where a call comes from, as far as it tells. */
export interface Origin {
  /** Opaque id the browser made for itself, or a stand-in for one that sent none. */
  device: string;
  address: string;
  /** What it calls itself, e.g. `Chrome on Linux`. */
  agent: string;
  /** The network of its address, the host left out. */
  network: string;
}

/** A browser that names no device is told apart by its address and user agent. */
export function originOf({ ip, headers }: FastifyRequest, device?: string): Origin {
  const userAgent = headers['user-agent'] ?? '';
  const standIn = createHash('sha256').update(`${ip}\0${userAgent}`).digest('base64url');
  return { device: device ?? standIn, address: ip, agent: agentOf(userAgent), network: networkOf(ip) };
}

function agentOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [browser.name, os.name].filter(Boolean).join(' on ');
}

/** The first three bytes of an IPv4 address, the first three groups of an IPv6 one. */
function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  return v4 === undefined ? `${address.split(':').slice(0, 3).join(':')}:…` : `${v4}.…`;
}
