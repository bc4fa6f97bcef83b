import { ConnectionError } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { toasts } from '../feedback/toasts.ts';
import { CaptchaError } from './captcha-error.ts';
import { useSubmission } from './submission.ts';

const deferred = <Value,>() => Promise.withResolvers<Value>();

test('a submission is pending until onDone resolves, and then has its result', async () => {
  const answer = deferred<number>();
  const following = deferred<void>();
  const { result } = await renderHook(() =>
    useSubmission(
      () => answer.promise,
      () => following.promise,
    ),
  );
  expect(result.current).toMatchObject({ isIdle: true, isPending: false, error: null });

  result.current.mutate(undefined);
  await expect.poll(() => result.current.isPending).toBe(true);
  answer.resolve(7);
  await answer.promise;
  expect(result.current.isPending).toBe(true);
  following.resolve();
  await expect.poll(() => result.current).toMatchObject({ isSuccess: true, isPending: false, data: 7 });
});

test('a rejection becomes an error of the form, without a toast', async () => {
  const rejection = new CaptchaError('captcha.missing');
  const { result } = await renderHook(() => useSubmission(() => Promise.reject(rejection)));
  result.current.mutate(undefined);
  await expect.poll(() => result.current).toMatchObject({ isError: true, error: rejection });
  expect(toasts.get()).toHaveLength(0);
});

test('a missing response shows a toast, and the form can be submitted again', async () => {
  let fails = true;
  const { result } = await renderHook(() =>
    useSubmission(() =>
      fails
        ? Promise.reject(new ConnectionError('login', undefined, new Error('fetch failed')))
        : Promise.resolve('ok'),
    ),
  );
  result.current.mutate(undefined);
  await expect.poll(() => result.current.isError).toBe(true);
  expect(toasts.get()).toHaveLength(1);
  fails = false;
  result.current.mutate(undefined);
  await expect.poll(() => result.current).toMatchObject({ isSuccess: true, error: null, data: 'ok' });
});

test('only the newest submission shows its result, and a reset discards it', async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const shown = new Set<string | undefined>();
  const { result } = await renderHook(() => {
    const submission = useSubmission(() => {
      const answer = deferred<string>();
      answers.push(answer);
      return answer.promise;
    });
    shown.add(submission.data);
    return submission;
  });
  result.current.mutate(undefined);
  result.current.mutate(undefined);
  answers[1]?.resolve('second');
  await expect.poll(() => result.current.data).toBe('second');
  answers[0]?.resolve('superseded');

  // Each wait below gives a late result time to appear.
  result.current.mutate(undefined);
  await expect.poll(() => answers).toHaveLength(3);
  result.current.reset();
  answers[2]?.resolve('forgotten');
  await expect.poll(() => result.current.isIdle).toBe(true);
  result.current.mutate(undefined);
  await expect.poll(() => result.current.isPending).toBe(true);
  answers[3]?.resolve('last');
  await expect.poll(() => result.current.data).toBe('last');
  expect([...shown]).toEqual([undefined, 'second', 'last']);
});

test('a submission calls the onDone of the latest render', async () => {
  const answer = deferred<string>();
  const calls: string[] = [];
  const { result, rerender } = await renderHook(
    ({ name }: { name: string } = { name: 'first' }) =>
      useSubmission(
        () => answer.promise,
        () => calls.push(name),
      ),
    { initialProps: { name: 'first' } },
  );
  result.current.mutate(undefined);
  await rerender({ name: 'second' });
  answer.resolve('done');
  await expect.poll(() => calls).toEqual(['second']);
});

test('mutate and reset stay the same functions across renders', async () => {
  const { result, rerender } = await renderHook(() => useSubmission(() => Promise.resolve('done')));
  const { mutate, reset } = result.current;
  mutate(undefined);
  await expect.poll(() => result.current.isSuccess).toBe(true);
  await rerender();
  expect(result.current.mutate).toBe(mutate);
  expect(result.current.reset).toBe(reset);
});
