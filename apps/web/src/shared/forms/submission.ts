import { ApiError } from '@wusd/api-sdk/core';
import { AuthError } from '@wusd/auth-core';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { CaptchaError } from './captcha-error.ts';
import { reportFailure } from '../feedback/failures.ts';

/** An answer that says what is wrong and what to do: it belongs beside what was typed, until that is tried again. */
export function isRefusal(error: unknown): error is ApiError | AuthError | CaptchaError {
  return error instanceof ApiError || error instanceof AuthError || error instanceof CaptchaError;
}

interface State<Output> {
  status: 'idle' | 'pending' | 'success' | 'error';
  /** Why the last submission failed; null unless it did. */
  error: unknown;
  /** Result of the last submission; undefined unless it succeeded. */
  data: Output | undefined;
}
const idle = { status: 'idle', error: null, data: undefined } as const;

/**
 * Submits a form. `FormError` shows a rejection; a missing answer becomes a toast.
 *
 * The public forms are the first page for many, and a mutation of TanStack Query would add 10 KB to them.
 *
 * @returns `mutate` and `reset` stay the same functions, so that an effect can depend on them
 * @param onDone after a success; the submission is pending until its promise resolves
 */
export function useSubmission<Input, Output>(
  submit: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => unknown,
) {
  const [state, setState] = useState<State<Output>>(idle);
  // A submission outlives the render that began it, and ends with the callback of the latest one.
  const latest = useRef({ submit, onDone });
  useLayoutEffect(() => {
    latest.current = { submit, onDone };
  });
  // Only the newest submission shows its result, and none after a reset.
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
