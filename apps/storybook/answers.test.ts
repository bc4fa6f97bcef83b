import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { answering, answerWithheld } from './answers/contract.ts';

const recordedAt = '2026-11-26T12:00:00.000Z';
const ask = (): Promise<Response | undefined> =>
  getResponse(answering({ getConfig: 'never' }, recordedAt), new Request('http://localhost/api/config'));

it('releases withheld calls before the next story', async () => {
  let isAnswered = false;
  const asked = ask().then((response) => {
    isAnswered = true;
    return response;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);

  answerWithheld();
  expect((await asked)?.status).toBe(200);
});
