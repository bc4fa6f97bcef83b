// No bundler: the import map in index.html contains the locations of the packages.
import { createWalletClient } from '@wusd/api-sdk';
import { roundDown } from '@wusd/api-sdk/money';
import { createAuth } from '@wusd/auth-core';
import { createPasskey, signInWithPasskey } from '@wusd/auth-core/passkey';
import { openEventStream } from '@wusd/auth-core/sse';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { withPasskey } from './passkey-errors.js';

/** @template {Element} T @param {string} selector @param {new () => T} kind @returns {T} */
function element(selector, kind) {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`);
  return found;
}

const signIn = element('#sign-in', HTMLFormElement);
const apiAddress = element('#sign-in [name=baseUrl]', HTMLInputElement);
const passkeySignIn = element('#passkey-sign-in', HTMLButtonElement);
const verify = element('#verify', HTMLFormElement);
const problem = element('#problem', HTMLElement);
const done = element('#done', HTMLElement);
const addPasskey = element('#add-passkey', HTMLFormElement);
const approve = element('#approve', HTMLFormElement);
const table = element('#balances', HTMLTableElement);

/** Field values of a form, as text. @param {HTMLFormElement} form */
const fields = (form) => /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));

/** Runs one step and shows its error. Entered values stay. @param {() => Promise<void>} step */
async function attempt(step) {
  problem.textContent = '';
  done.textContent = '';
  await step().catch((error) => {
    problem.textContent = error instanceof Error ? error.message : String(error);
  });
}

/** A sign-in between its password and its code. @type {{ baseUrl: string, auth: import('@wusd/auth-core').Auth, pending: import('@wusd/auth-core').PendingSignIn } | undefined} */
let begun;

/** @param {string} baseUrl */
const authAt = (baseUrl) => createAuth({ baseUrl, store: createEncryptedStore({ onUnavailable: 'memory' }) });

signIn.addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  void attempt(async () => {
    const { baseUrl = '', username = '', password = '' } = fields(signIn);
    const auth = authAt(baseUrl);
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

passkeySignIn.addEventListener('click', () => {
  if (!apiAddress.reportValidity()) return;
  void attempt(async () => {
    const auth = authAt(apiAddress.value);
    await withPasskey(
      () => signInWithPasskey(auth),
      'No passkey was used: you cancelled, it took too long, or this device has none for this wallet. Try again, or use your password.',
    );
    signIn.hidden = true;
    await live(apiAddress.value, auth);
  });
});

/** Client of the signed-in customer. @type {import('@wusd/api-sdk').WalletClient | undefined} */
let client;
/**
 * Adds the reviewed passkey, given its codes.
 *
 * @type {((appCode: string, emailCode: string) => Promise<unknown>) | undefined}
 */
let add;

addPasskey.addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  void attempt(async () => {
    if (!client) return;
    const { mfa, passkeys } = client;
    const { name = '' } = fields(addPasskey);
    const credential = await withPasskey(
      async () => createPasskey((await passkeys.creationOptions()).options),
      'No passkey was created: you cancelled, or it took too long. Try again.',
    );
    const intent = await passkeys.reviewCreation({ name, credential });
    if (!intent.intentId) throw new Error(intent.blockers.map(({ message }) => message).join(' '));
    await mfa.sendEmailOtp({ intentId: intent.intentId });
    add = (appCode, emailCode) =>
      passkeys.create(
        { name, credential },
        {
          intent,
          mfa: [
            { checkType: 3, code: appCode },
            { checkType: 2, code: emailCode },
          ],
        },
      );
    approve.hidden = false;
  });
});

approve.addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  void attempt(async () => {
    const { appCode = '', emailCode = '' } = fields(approve);
    await add?.(appCode, emailCode);
    done.textContent = 'The passkey was added. It signs you in without a password.';
    approve.hidden = true;
    approve.reset();
    addPasskey.reset();
  });
});

/**
 * Shows the balances and updates them after each change.
 *
 * @param {string} baseUrl
 * @param {import('@wusd/auth-core').Auth} auth
 */
async function live(baseUrl, auth) {
  const api = createWalletClient({ baseUrl, auth });
  client = api;
  addPasskey.hidden = false;
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
