import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { reportFailure } from './failures.ts';
import { useEffect } from 'react';
import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError } from '@wusd/auth-core';
import { useWords } from './words.ts';

/** Stands in for a screen that failed, or that could not find out whether it may be entered. */
export function Crashed({ error }: { error: unknown }) {
  const words = useWords();
  const isNetwork =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof AuthConnectionError ||
    error instanceof ApiError;
  useEffect(() => {
    if (isNetwork) reportFailure(error);
  }, [error, isNetwork]);
  return (
    <EmptyState
      icon="alert"
      level={1}
      title={isNetwork ? words('app.requestFailed') : words('app.error.title')}
      action={<Button onClick={() => location.reload()}>{words('app.reload')}</Button>}
    >
      {words('app.error.body')}
    </EmptyState>
  );
}
