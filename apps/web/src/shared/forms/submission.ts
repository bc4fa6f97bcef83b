import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@wusd/api-sdk/core';
import { AuthError } from '@wusd/auth-core';
import { CaptchaError } from './captcha-error.ts';
import { reportFailure } from '../feedback/failures.ts';

/** An answer that says what is wrong and what to do: it belongs beside what was typed, until that is tried again. */
export function isRefusal(error: unknown): error is ApiError | AuthError | CaptchaError {
  return error instanceof ApiError || error instanceof AuthError || error instanceof CaptchaError;
}

/** Submits a form. `FormError` shows a rejection; a missing answer becomes a toast. */
export function useSubmission<Input, Output>(
  submit: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => unknown,
) {
  return useMutation({
    meta: { isHandled: true },
    mutationFn: submit,
    onSuccess: onDone,
    onError: (error) => {
      if (!isRefusal(error)) reportFailure(error);
    },
  });
}
