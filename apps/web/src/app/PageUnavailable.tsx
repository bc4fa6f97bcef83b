import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { reportFailure } from '../shared/feedback/failures.ts';
import { useEffect, useRef } from 'react';
import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError } from '@wusd/auth-core';
import { isOnline } from '../shared/api/connection.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

/** Replaces a screen that failed to render, or whose access could not be checked. */
export function PageUnavailable({ error }: { error: unknown }) {
  const t = useTranslate();
  const isNetwork =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof AuthConnectionError ||
    error instanceof ApiError;
  useEffect(() => {
    if (isNetwork && isOnline.get()) reportFailure(error);
  }, [error, isNetwork]);
  const isReachable = useStore(isOnline);
  const wasReachable = useRef(isReachable);
  useEffect(() => {
    if (isReachable && !wasReachable.current) location.reload();
  }, [isReachable]);
  if (isNetwork && !isReachable) {
    return (
      <EmptyState icon="alert" level={1} title={t('app.offline.title')}>
        {t('app.offline.body')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="alert"
      level={1}
      title={isNetwork ? t('app.requestFailed') : t('app.error.title')}
      action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
    >
      {t('app.error.body')}
    </EmptyState>
  );
}
