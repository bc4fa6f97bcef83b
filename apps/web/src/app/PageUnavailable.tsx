import { ApiError } from '@wusd/api-sdk/core';
import { AuthError } from '@wusd/auth-core';
import { Button } from '@wusd/ui-kit/Button';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { useEffect, useRef } from 'react';
import { isUnanswered, reportFailure } from '../shared/feedback/failures.ts';
import { connection } from '../shared/api/connection.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

/**
 * Replaces a screen that failed to render, or whose access could not be checked. After a failed request it reloads once
 * the server answers.
 */
export function PageUnavailable({ error }: { error: unknown }) {
  const t = useTranslate();
  const isRequest = isUnanswered(error) || error instanceof ApiError || error instanceof AuthError;
  const state = useStore(connection);
  useEffect(() => {
    if (isRequest && connection.get() !== 'offline') reportFailure(error);
  }, [error, isRequest]);
  const before = useRef(state);
  useEffect(() => {
    if (isRequest && state === 'online' && before.current !== 'online') location.reload();
    before.current = state;
  }, [isRequest, state]);
  if (isRequest && state === 'offline') {
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
      title={isRequest ? t('app.requestFailed') : t('app.error.title')}
      action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
    >
      {isRequest && state === 'unreachable' ? t('app.unreachable.body') : t('app.error.body')}
    </EmptyState>
  );
}
