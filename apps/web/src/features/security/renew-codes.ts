import type { useNavigate } from '@tanstack/react-router';
import type { PendingCommand } from '../../shared/verification/pending-command.ts';
import { securityApi } from './api.ts';
import { shownCodes } from './recovery-codes.ts';

/** Reviews a renewal of the recovery codes. Once codes approve it, it opens the page that shows the new ones. */
export async function reviewNewCodes(navigate: ReturnType<typeof useNavigate>): Promise<PendingCommand> {
  return {
    command: 'bind-authenticator',
    restart: { to: '/security-setting' },
    intro: 'security.authenticator.verifyCodes',
    review: await securityApi.mfa.reviewRecoveryCodes(),
    async execute(intent, mfa) {
      shownCodes.set(await securityApi.mfa.renewRecoveryCodes({ intent, mfa }));
      void navigate({ to: '/security-setting/recovery-codes', replace: true });
    },
  };
}
