import { http } from 'msw/http';
import { expect, test } from 'vitest';
import { succeed } from '../../../testing/contract.ts';
import { server } from '../../../testing/server.ts';
import { codesSent, sendCode } from './send-code.ts';

const minute = 60_000;
const after = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

test('codesSent lists a sent code while it is valid', async () => {
  const resendAt = after(minute);
  server.answer(
    http.post('*/api/mfa/send-email-otp', () => succeed('sendEmailOtp', { resendAt, expiresAt: after(5 * minute) })),
  );
  const [first, second] = [{ challengeId: 'first' }, { challengeId: 'second' }];
  await sendCode(2, first);
  expect(codesSent(first)).toEqual({ 2: Date.parse(resendAt) });
  expect(codesSent(second)).toEqual({});
  server.answer(
    http.post('*/api/mfa/send-sms-otp', () => succeed('sendSmsOtp', { resendAt, expiresAt: after(-minute) })),
  );
  await sendCode(1, first);
  expect(codesSent(first)).toEqual({ 2: Date.parse(resendAt) });
  await sendCode(1, second);
  expect(codesSent(second)).toEqual({});
});
