import { ApiError } from '@wusd/api-sdk/core';
import { AuthError } from '@wusd/auth-core';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { CaptchaError } from './captcha-error.ts';
import { reportFailure } from '../feedback/failures.ts';

/** Whether an error is a rejection with a message, which the form shows until the next submission. */
export function isRefusal(error: unknown): error is ApiError | AuthError | CaptchaError {
  return error instanceof ApiError || error instanceof AuthError || error instanceof CaptchaError;
}

interface State<Output> {
  status: 'idle' | 'pending' | 'success' | 'error';
  /** Error of the last submission; null if it did not fail. */
  error: unknown;
  /** Result of the last submission; undefined if it did not succeed. */
  data: Output | undefined;
}
const idle = { status: 'idle', error: null, data: undefined } as const;

/**
 * Submits a form. `FormError` shows a rejection; a missing response becomes a toast.
 *
 * Not a mutation of TanStack Query, which would add 10 KB to the public forms, the first page for many visitors.
 *
 * @returns state of the submission; `mutate` and `reset` are stable, so that an effect can depend on them
 * @param onDone called after a success; the submission is pending until its promise resolves
 */
export function useSubmission<Input, Output>(
  submit: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => unknown,
) {
  const [state, setState] = useState<State<Output>>(idle);
  // A submission outlives the render that started it, and calls the callback of the latest render.
  const latest = useRef({ submit, onDone });
  useLayoutEffect(() => {
    latest.current = { submit, onDone };
  });
  // Only the newest submission shows its result. A reset discards it.
  const newest = useRef(0);

  const run = useCallback(async (input: Input): Promise<void> => {
    newest.current += 1;
    const own = newest.current;
    const show = (next: State<Output>): void => {
      if (own === newest.current) setState(next);
    };
    show({ ...idle, status: 'pending' });
    try {
      const result = await latest.current.submit(input);
      await latest.current.onDone?.(result, input);
      show({ status: 'success', error: null, data: result });
    } catch (failure) {
      if (!isRefusal(failure)) reportFailure(failure);
      show({ status: 'error', error: failure, data: undefined });
    }
  }, []);
  const mutate = useCallback((input: Input): void => void run(input), [run]);
  /** Forgets the last result. */
  const reset = useCallback((): void => {
    newest.current += 1;
    setState(idle);
  }, []);
  const { status, error, data } = state;
  return {
    error,
    data,
    isIdle: status === 'idle',
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
    mutate,
    reset,
  };
}
