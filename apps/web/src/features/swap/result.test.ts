import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResult, resultPath } from './result.ts';

const id = 'otc_01hqxyz0000000000000000000';

test('the result page’s address carries an order’s id', () => {
  expect(readResult(new URL(resultPath(id), 'https://here.example').search)).toBe(id);
});

test.each([
  '',
  '?result=',
  '?result=otc_01hqxyz0000000000000000000',
  '?result={"id":"<img src=x onerror=alert(1)>"}',
  '?result={"id":"../../user/get-auth-user"}',
  '?result={"id":["otc_01hqxyz0000000000000000000"]}',
  '?result=[]',
  '?result=null',
  '?result=%E0%A4%A',
])('the result page believes nothing but an order’s id (control 38): not %j', (search) => {
  expect(readResult(search)).toBeUndefined();
});

test('whatever it carries, what is read is an id or nothing', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const found = readResult(`?result=${encodeURIComponent(text)}`);
      return found === undefined || /^otc_[0-9a-z]{26}$/.test(found);
    }),
  );
});
