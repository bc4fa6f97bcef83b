// No bundler: the import map in index.html says where the packages are.
import { createWalletClient } from '@wusd/api-sdk';
import { roundDown } from '@wusd/api-sdk/money';
import { createAuth } from '@wusd/auth-core';
import { openEventStream } from '@wusd/auth-core/sse';
import { createEncryptedStore } from '@wusd/auth-core/store';

/** @template {Element} T @param {string} selector @param {new () => T} kind @returns {T} */
function element(selector, kind) {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}

const signIn = element('#sign-in', HTMLFormElement);
const verify = element('#verify', HTMLFormElement);
const problem = element('#problem', HTMLElement);
const table = element('#balances', HTMLTableElement);

/** What a form holds, as text. @param {HTMLFormElement} form */
const fields = (form) => /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));

/** Runs one step and says what went wrong with it; what was typed stays. @param {() => Promise<void>} step */
async function attempt(step) {
  problem.textContent = '';
  await step().catch((error) => {
    problem.textContent = error instanceof Error ? error.message : String(error);
  });
}

/** A sign-in between its password and its code. @type {{ baseUrl: string, auth: import('@wusd/auth-core').Auth, pending: import('@wusd/auth-core').PendingSignIn } | undefined} */
let begun;

signIn.addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  void attempt(async () => {
    const { baseUrl = '', username = '', password = '' } = fields(signIn);
    const auth = createAuth({ baseUrl, store: createEncryptedStore({ onUnavailable: 'memory' }) });
    begun = { baseUrl, auth, pending: await auth.begin({ username, password }) };
    signIn.hidden = true;
    verify.hidden = false;
  });
});

verify.addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  void attempt(async () => {
    if (!begun) return;
    await begun.pending.complete({ checkType: 3, code: fields(verify).code ?? '' });
    verify.hidden = true;
    await live(begun.baseUrl, begun.auth);
  });
});

/** Shows the balances, again whenever one changes. @param {string} baseUrl @param {import('@wusd/auth-core').Auth} auth */
async function live(baseUrl, auth) {
  const api = createWalletClient({ baseUrl, auth });
  const show = async () => {
    const rows = (await api.walletAccounts.list()).map(({ currency, available }) => {
      const row = document.createElement('tr');
      row.append(
        ...[currency, roundDown(available, 2)].map((text) =>
          Object.assign(document.createElement('td'), { textContent: text }),
        ),
      );
      return row;
    });
    table.tBodies[0]?.replaceChildren(...rows);
    table.hidden = false;
  };
  await show();
  for await (const { data } of openEventStream(`${baseUrl}/sse`, { auth })) {
    if (data.type === 'wallet_account_updated') await show();
  }
}
