import { useNavigate } from '@tanstack/react-router';
import { useSubmission } from '../../shared/forms/submission.ts';
import { loadAuth } from '../../shared/session/auth.ts';
import { keepFrozenCase } from '../../shared/session/frozen-case.ts';
import { securityApi } from './api.ts';

/** Freezes the account, ends the session in this browser too, and opens the page with the next steps. */
export function useFreeze() {
  const navigate = useNavigate();
  return useSubmission(
    async () => securityApi.security.freeze(),
    async (freeze) => {
      keepFrozenCase(freeze);
      await (await loadAuth()).end('logout');
      await navigate({ to: '/account-frozen', replace: true });
    },
  );
}
