import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, startTwoNodes } from '../testing/harness.ts';
import { createRegistrations, newBrowser } from '../testing/registrations.ts';

const { node, other } = await startTwoNodes();
const { registration, keyFor, activated, firstSignIn } = createRegistrations(node, other);

const browsers = [newBrowser(), newBrowser()];
const passwords = ['Tall-Ships-2026!', 'Calm-Ships-2026!'];
const choice = fc.nat({ max: 1 });

/** An event of one address. Both people can cause each event, in any order. */
const step = fc.oneof(
  fc.record({ act: fc.constant('register' as const), browser: choice, password: choice }),
  fc.record({ act: fc.constant('activate' as const), link: fc.nat({ max: 2 }), browser: choice }),
  fc.record({ act: fc.constant('sign in' as const), browser: choice, password: choice }),
);

interface Registered {
  accountKey: string;
  browser: number;
  password: number;
}

test('for two people and one address, the first activated link opens the account, and only its browser signs in without a code', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const email = `arun.${randomUUID()}@example.com`;
      const links: Registered[] = [];
      let account: { of: Registered; challengeId: string | undefined } | undefined;
      for (const next of [{ act: 'register' as const, browser: 0, password: 0 }, ...steps]) {
        if (next.act === 'register') {
          await advance(61, node, other);
          await node.server.services.db.deleteFrom('throttle').execute();
          const browserKeyHash = browsers[next.browser]?.hash;
          await other.api.registration.register(
            await registration({ email, browserKeyHash }, passwords[next.password]),
          );
          const accountKey = await keyFor(email);
          // The owner is notified instead, without a link.
          if (account) expect(accountKey).toBe('');
          else links.push({ accountKey, browser: next.browser, password: next.password });
        } else if (next.act === 'activate') {
          const link = links[next.link];
          if (!link) continue;
          const answer = activated(link.accountKey, undefined, browsers[next.browser]);
          if (account) {
            await expect(answer).rejects.toThrow();
            continue;
          }
          const challenge = await answer;
          expect(challenge !== null).toBe(next.browser === link.browser);
          account = { of: link, challengeId: challenge?.challengeId };
        } else if (account?.challengeId !== undefined) {
          const { status } = await firstSignIn({
            email,
            challengeId: account.challengeId,
            browser: browsers[next.browser],
            password: passwords[next.password] ?? '',
          });
          const isRight = next.browser === account.of.browser && next.password === account.of.password;
          expect(status === 200).toBe(isRight);
          if (isRight) account = { of: account.of, challengeId: undefined };
        }
      }
    }),
    { numRuns: 6 },
  );
});
