import type { useRouter } from '@tanstack/react-router';
import { reportFailure } from '../../shared/feedback/failures.ts';
import { landing } from '../../shared/routing/landing.ts';
import { accessOf } from '../../shared/routing/route-table.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { ensureSession, holds } from '../../shared/session/session.ts';

/** Goes to where a sign-in leads: the page that was asked for before it, or the wallet. */
export async function land(router: ReturnType<typeof useRouter>): Promise<void> {
  const auth = await loadAuth();
  const remembered = await auth.readLastPath();
  await auth.writeLastPath(undefined);
  // The profile decides where to land; if it can't be had just now, the wallet asks again.
  await ensureSession().catch(reportFailure);
  router.history.replace(landing(remembered, accessOf, holds));
}
