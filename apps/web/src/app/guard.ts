import type { Scope } from '@wusd/api-sdk/domain';
import { admit } from '@wusd/auth-core/scopes';
import type { Access } from '../shared/routing/route-table.ts';

/** The redirect of a visit; undefined if the page may be shown. */
export type Verdict = { to: '/home' | '/404'; remember: boolean } | undefined;

export interface Visitor {
  /** Obtains a token, refreshed if needed, and the profile; false where nobody is signed in. */
  ensureSession(): Promise<boolean>;
  holds(scope: Scope): boolean;
}

const forStrangers = new Set(['/login', '/register', '/register/register-info', '/security-verification/login']);

/** In this order: public passes; a token is obtained; none: remember the path and go home; then the scope. */
export async function guard(path: string, access: Access, visitor: Visitor): Promise<Verdict> {
  if (forStrangers.has(path)) {
    // A server that can't be asked must not keep anybody from the login page.
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
