import type { useRouter } from '@tanstack/react-router';
import { reportFailure } from '../../shared/feedback/failures.ts';
import { landing } from '../../shared/routing/landing.ts';
import { accessOf } from '../../shared/routing/route-table.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { ensureSession, holds } from '../../shared/session/session.ts';

/** Navigates after a sign-in: to the page that was requested before it, or to the wallet. */
export async function land(router: ReturnType<typeof useRouter>): Promise<void> {
  const auth = await loadAuth();
  const remembered = await auth.readLastPath();
  await auth.writeLastPath(undefined);
  // The profile determines the landing page. If it can't be loaded, the wallet requests it again.
  await ensureSession().catch(reportFailure);
  router.history.replace(landing(remembered, accessOf, holds));
}
