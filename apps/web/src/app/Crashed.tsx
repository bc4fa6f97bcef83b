import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { reportFailure } from './failures.ts';
import { useEffect, useRef } from 'react';
import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError } from '@wusd/auth-core';
import { isOnline } from './connection.ts';
import { useValue } from './value.ts';
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
    if (isNetwork && isOnline.get()) reportFailure(error);
  }, [error, isNetwork]);
  const isReachable = useValue(isOnline);
  const wasReachable = useRef(isReachable);
  useEffect(() => {
    if (isReachable && !wasReachable.current) location.reload();
  }, [isReachable]);
  if (isNetwork && !isReachable) {
    return (
      <EmptyState icon="alert" level={1} title={words('app.offline.title')}>
        {words('app.offline.body')}
      </EmptyState>
    );
  }
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
