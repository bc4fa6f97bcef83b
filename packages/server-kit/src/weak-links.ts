import { isIP } from 'node:net';

// Finds problems with the URLs of other services in production. Messages contain no values, because many of them are
// secret.

export type Problem = string | undefined;

/** @param allowsLoopback connections to this machine need no TLS, as in tests */
export function linkProblems(name: string, url: string | undefined, allowsLoopback: boolean): Problem[] {
  if (url === undefined || url === '') return [];
  const host = hostOf(url) ?? '';
  const isSecure = url.startsWith('https:') || (allowsLoopback && isLoopback(host));
  return [
    isSecure ? undefined : `${name} must begin with https://`,
    isExample(host) ? `${name} names an example host` : undefined,
  ];
}

const encryptedModes = new Set(['require', 'verify-ca', 'verify-full']);

/** Connections over sockets and to this machine need no TLS. */
export function postgresProblem(name: string, url: string | undefined): Problem {
  if (url === undefined || url === '') return undefined;
  if (!URL.canParse(url)) return `${name} must be a URL`;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return undefined;
  if (isExample(host)) return `${name} names an example host`;
  return encryptedModes.has(searchParams.get('sslmode') ?? '')
    ? undefined
    : `${name} must require TLS: sslmode=verify-full, or at least require`;
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Whether the name is reserved for documentation and tests (RFC 2606, RFC 6761). */
export const isExample = (host: string): boolean =>
  /(^|\.)(example|invalid|test)$/i.test(host) || /(^|\.)example\.(com|net|org|edu)$/i.test(host);
