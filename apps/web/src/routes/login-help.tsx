import { errorName } from '@wusd/api-sdk/domain';
import { AuthError } from '@wusd/auth-core';
import { Card } from '@wusd/ui-kit/Card';
import { ResendForm } from '../features/activation/ResendForm.tsx';
import { FreezeForm } from '../features/sign-in/FreezeForm.tsx';
import type { Refused } from '../features/sign-in/LoginForm.tsx';

export interface LoginHelpProps {
  refused: Refused | undefined;
  isFreezing: boolean;
}

/** Rarely used parts of the login page: a new activation link for an account that is not active yet, and freezing. */
export default function LoginHelp({ refused, isFreezing }: LoginHelpProps) {
  const isPending = refused?.error instanceof AuthError && errorName(refused.error.errCode) === 'ACTIVATION_PENDING';
  return (
    <>
      {isPending && (
        <Card>
          <ResendForm key={refused.email} email={refused.email} />
        </Card>
      )}
      {isFreezing && (
        <Card>
          <FreezeForm />
        </Card>
      )}
    </>
  );
}
