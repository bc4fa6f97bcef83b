import type { Scope } from '@wusd/api-sdk/domain';
import { admit } from '@wusd/auth-core/scopes';
import type { Access } from '../shared/routing/route-table.ts';

/** The redirect for a visit; undefined if access is allowed. */
export type Verdict = { to: '/home' | '/404'; remember: boolean } | undefined;

export interface Visitor {
  /** Obtains a token, refreshing it if needed, and the profile. Resolves to false if nobody is signed in. */
  ensureSession(): Promise<boolean>;
  holds(scope: Scope): boolean;
}

const forStrangers = new Set(['/login', '/register', '/register/register-info', '/security-verification/login']);

/**
 * Checks access in this order: public pages are allowed; without a session, redirects to /home and remembers the path;
 * without the scope, redirects to /404.
 */
export async function guard(path: string, access: Access, visitor: Visitor): Promise<Verdict> {
  if (forStrangers.has(path)) {
    // An unreachable server must not block the login page.
    const isSignedIn = await visitor.ensureSession().catch(() => false);
    return isSignedIn ? { to: '/home', remember: false } : undefined;
  }
  const verdict = await admit(access, {
    isSignedIn: () => visitor.ensureSession(),
    scopes: () => ({ has: (scope: Scope) => visitor.holds(scope) }),
  });
  if (verdict.allowed) return undefined;
  return verdict.because === 'signed-out' ? { to: '/home', remember: true } : { to: '/404', remember: false };
}
