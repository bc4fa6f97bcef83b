// Takes a picture of every screen, in every language, width and theme, into an ignored folder.
// `npm run screenshots -- wallet` takes one screen only.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium as playwright, type Page } from '@playwright/test';
import { createWalletClient } from '@wusd/api-sdk';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { languages, languageStorageKey } from '@wusd/i18n';
import { routeTable } from '@wusd/web/shared/routing/route-table.ts';
import { demo } from '../support/demo.ts';
import { register } from '../support/register.ts';
import { settled } from '../support/settled.ts';
import { wordsOf } from '../support/words.ts';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, 'out');
const only = process.argv.slice(2);

type Say = (id: string) => string;

const postgres = await startTestPostgres(join(here, '../../.data/test-postgres'));
const server = await startServerProcess({ databaseUrl: await createTestDatabase(postgres.url), isWithWeb: true });
const mailbox = mailboxAt(server.url);
const { sandbox } = createWalletClient({ baseUrl: `${server.url}/api` });
const browser = await playwright.launch(await chromium());
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

async function enterPassword(page: Page, say: Say, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('login.password'), { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: say('login.submit') }).click();
  await codeIsSent(page, say);
}

/** The page sends it by itself, except for who has an authenticator app, which comes first. */
async function codeIsSent(page: Page, say: Say): Promise<void> {
  const code = page.getByLabel(say('verify.code'), { exact: true });
  const send = page.getByRole('button', { name: say('verify.send') });
  await code.or(send).first().waitFor();
  const sms = page.getByRole('radio', { name: say('verify.sms') });
  if (await sms.isVisible()) await sms.check();
  if (await send.isVisible()) await send.click();
  await code.waitFor();
}

async function sendCode(page: Page, say: Say, recipient: string): Promise<string> {
  await codeIsSent(page, say);
  return mailbox.code(recipient);
}

type Shoot = (screen: string, fullPage?: boolean) => Promise<void>;

/** All the way, for a customer whose password nothing else here needs. */
async function forgottenPassword(page: Page, say: Say, shoot: Shoot): Promise<void> {
  const code = page.getByLabel(say('verify.code'), { exact: true });
  await page.goto('/forget-password');
  await page.getByLabel(say('login.email')).fill(demo.somchai.email);
  await shoot('forget-password');
  await page.getByRole('button', { name: say('login.submit') }).click();
  await codeIsSent(page, say);
  await shoot('forget-password-verification');
  await code.fill(await sendCode(page, say, demo.somchai.phone));
  await code.waitFor({ state: 'detached' });
  await code.fill(await sendCode(page, say, demo.somchai.email));
  await page.getByRole('heading', { name: say('forgot.set.title') }).waitFor();
  const password = page.getByLabel(say('password.new'), { exact: true });
  await password.fill('Tall');
  await page.getByRole('button', { name: say('forgot.set.submit') }).click();
  await shoot('forget-password-set');
  await password.fill('Tall-Ships-2026!');
  await page.getByRole('button', { name: say('forgot.set.submit') }).click();
  await page.getByRole('heading', { name: say('forgot.success.title') }).waitFor();
  await shoot('forget-password-success');
}

async function activation(page: Page, say: Say, shoot: Shoot, email: string): Promise<void> {
  await page.goto('/account-activation');
  await page.getByRole('button', { name: say('activation.resend') }).waitFor();
  await shoot('account-activation-without-key');
  await page.goto(await register(server.url, { email, password: 'Tall-Ships-2026!' }));
  await page.getByRole('button', { name: say('activation.otherNumber') }).click();
  await shoot('account-activation');
  const code = await sendCode(page, say, '+6591234567');
  await page.getByLabel(say('verify.code'), { exact: true }).fill(code);
  await page.getByRole('heading', { name: say('activation.success.title') }).waitFor();
  await shoot('activate-success');
}

/** A company's, which asks for everything. */
async function registration(page: Page, say: Say, shoot: Shoot, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByRole('radio', { name: say('register.type.corporate') }).check();
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('password.new'), { exact: true }).fill('Tall-Ships');
  await shoot('register');
  await page.getByLabel(say('password.new'), { exact: true }).fill('Tall-Ships-2026!');
  await page.getByRole('button', { name: say('register.continue') }).click();
  await page.getByLabel(say('identity.corporateName')).fill('Harbour & Sons');
  await page.getByRole('button', { name: say('register.continue') }).click();
  await page.getByText(say('register.continue')).waitFor();
  await shoot('register-info-errors');
  await page.getByLabel(say('identity.businessType')).selectOption('financial institution');
  await page.getByLabel(say('identity.placeOfIncorporation')).selectOption('TH');
  await page.getByLabel(say('identity.dateOfIncorporation')).fill('2019-04-01');
  await page.getByLabel(say('identity.registeredAddress')).fill('88 Wireless Road, Lumphini, Bangkok 10330');
  await page.getByLabel(say('identity.fullName')).fill('Somsri Chaiyaphum');
  await page.getByLabel(say('identity.gender'), { exact: true }).selectOption('female');
  await page.getByLabel(say('identity.nationality')).selectOption('TH');
  await page.getByLabel(say('phone.label')).fill('081 234 5678');
  await page.getByLabel(say('identity.idType')).selectOption('passport');
  await page.getByLabel(say('identity.idNumber')).fill('AA1234567');
  await page.getByLabel(say('identity.residence')).selectOption('TH');
  await page.getByLabel(say('identity.addressLine')).fill('88 Wireless Road');
  await page.getByLabel(say('identity.city')).fill('Bangkok');
  await shoot('register-info');
  await page.getByRole('button', { name: say('register.continue') }).click();
  await codeIsSent(page, say);
  await shoot('register-verification');
  await page.getByLabel(say('verify.code'), { exact: true }).fill(await sendCode(page, say, email));
  await page.getByRole('heading', { name: say('register.next'), exact: true }).waitFor();
  await shoot('register-success');
}

async function security(page: Page, say: Say, shoot: Shoot): Promise<void> {
  await page.goto('/security-setting');
  await page.getByText(say('security.signIns.current')).waitFor();
  await shoot('security-setting');
  await page.goto('/change-password');
  await page.getByLabel(say('security.changePassword.current')).fill(demo.password);
  await page.getByRole('button', { name: say('security.continue') }).click();
  await page.getByLabel(say('password.new'), { exact: true }).fill('Tall');
  await shoot('change-password');
  await page.goto('/security-setting/anti-phishing-code');
  await page.getByLabel(say('security.antiPhishing.code'), { exact: true }).fill('Merlion 88');
  await page.getByRole('button', { name: say('security.continue') }).click();
  await shoot('anti-phishing-code');
  await page.goto('/account-info');
  await page.getByText('1 Raffles Place').waitFor();
  await shoot('account-info');
  await page.goto('/feedback');
  await page.getByRole('button', { name: say('feedback.submit') }).waitFor();
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'a-photo-with-a-name-that-goes-on-as-cameras-like-it.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(2e6),
    },
    { name: 'video.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(9) },
  ]);
  await page.getByRole('button', { name: say('feedback.submit') }).click();
  await shoot('feedback');
  await page.goto('/result/feedback-success');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('feedback-success');
}

/** Up to the codes: money that moved would show in every later picture. */
async function swap(page: Page, say: Say, shoot: Shoot): Promise<void> {
  await page.goto('/mint-redeem');
  await page.getByLabel(say('home.calc.payCurrency')).selectOption('WUSD');
  await page.getByLabel(say('home.calc.receiveCurrency')).selectOption('THB');
  await page.getByLabel(say('home.calc.pay'), { exact: true }).fill('5');
  await page.getByRole('button', { name: say('swap.review') }).click();
  await page.getByLabel(say('home.calc.pay'), { exact: true }).and(page.locator('[aria-invalid]')).waitFor();
  await shoot('swap-below-minimum');
  await page.getByLabel(say('home.calc.pay'), { exact: true }).fill('150');
  await page.getByRole('button', { name: say('swap.review') }).click();
  await page.getByRole('heading', { name: say('swap.review.title') }).waitFor();
  await shoot('swap-review');
  await page.getByRole('button', { name: say('swap.confirm') }).click();
  await codeIsSent(page, say);
  await page.goto('/mint-redeem-order');
  await page.getByText(say('order.empty.title')).waitFor();
  await shoot('orders-empty');
}

/** Nothing is declared and nothing leaves: both would show in every later picture. */
async function fiat(page: Page, say: Say, shoot: Shoot): Promise<void> {
  await page.goto('/fiat-deposit');
  await page.getByLabel(say('crypto.currency')).selectOption('EUR');
  await page.getByLabel(say('bank.bankName'), { exact: true }).selectOption('lu');
  await page.getByRole('heading', { name: say('fiat.reference') }).waitFor();
  await page.getByRole('button', { name: say('fiat.deposit.submit') }).click();
  await page.getByText(say('swap.amountRequired')).waitFor();
  await shoot('fiat-deposit');
  await page.goto('/wallet-history');
  await page
    .getByRole('list', { name: say('history.title') })
    .getByRole('button')
    .first()
    .waitFor();
  await shoot('wallet-history');
  await page
    .getByRole('list', { name: say('history.title') })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('button', { name: say('order.receipt') }).waitFor();
  await shoot('wallet-history-entry', false);
  await page.goto('/limits');
  await page.getByRole('heading', { name: say('limits.fiat') }).waitFor();
  await shoot('limits');
  await page.goto('/fiat-withdraw');
  await page.getByRole('link', { name: say('fiat.withdraw.addAccount') }).waitFor();
  await shoot('fiat-withdraw');
  await page.goto('/result/fiat-withdraw-success');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('fiat-withdraw-success');
}

/** What is at every address, for who opens it without having begun there. */
async function everyRoute(page: Page, shoot: Shoot): Promise<void> {
  for (const path of Object.keys(routeTable)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await shoot(`at${path.replaceAll('/', '-')}`);
  }
}

async function tour(context: BrowserContext, say: Say, name: string): Promise<void> {
  // The limits of the tour before are over.
  await sandbox.advanceClock(16 * 60);
  const page = await context.newPage();
  const shoot: Shoot = async (screen, fullPage = true) => {
    if (only.length > 0 && !only.includes(screen)) return;
    await settled(page);
    // What stays at the top and the bottom of the window belongs there in a picture of all of it too.
    if (fullPage) await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(out, `${screen}-${name}.png`), fullPage, animations: 'disabled' });
  };

  await page.goto('/home');
  await page.getByRole('button', { name: say('cookie.agree') }).waitFor();
  await shoot('home-first-visit', false);
  await page.getByRole('button', { name: say('cookie.agree') }).click();
  await page.waitForFunction(
    () =>
      document.querySelectorAll('input').length === 2 &&
      [...document.querySelectorAll('input')].every(({ value }) => value !== ''),
  );
  await shoot('home');

  await page.goto('/login');
  await page.getByLabel(say('login.email')).waitFor();
  await shoot('login');
  await page.getByRole('button', { name: say('login.submit') }).click();
  await shoot('login-errors');
  await page.goto('/security-verification/login');
  await page.getByRole('heading').first().waitFor();
  await shoot('verification-without-sign-in');
  await page.goto('/security-verification/forget-password');
  await page.getByRole('heading').first().waitFor();
  await shoot('forget-password-without-start');
  await forgottenPassword(page, say, shoot);
  await registration(page, say, shoot, `desk-${name}@example.com`.toLowerCase());
  await activation(page, say, shoot, `${name}@example.com`.toLowerCase());
  await page.goto('/nothing');
  await page.getByRole('heading').first().waitFor();
  await shoot('not-found');

  await enterPassword(page, say, demo.mei.email);
  await shoot('verification');
  const code = await sendCode(page, say, demo.mei.phone);
  await page.getByLabel(say('verify.code'), { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('alert').first().waitFor({ state: 'attached' });
  await shoot('verification-wrong-code');
  await page.getByLabel(say('verify.code'), { exact: true }).fill(code);
  await page.waitForURL('**/wallet');
  await page.getByText('18,250.00').waitFor();
  await shoot('wallet');
  await page.getByRole('button', { name: say('wallet.showExact') }).click();
  await shoot('wallet-exact');
  await page.getByRole('button', { name: say('app.sandbox') }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('sandbox', false);
  await page.keyboard.press('Escape');
  await swap(page, say, shoot);
  await fiat(page, say, shoot);
  await security(page, say, shoot);
  const isPhone = name.includes('375');
  if (isPhone) await everyRoute(page, shoot);
  await page.goto('/home');
  await page.getByText('18,250.00').waitFor();
  await shoot('home-signed-in');
  await page.getByRole('button', { name: say('header.user'), exact: true }).click();
  await shoot('user-menu', false);
  await page.getByRole('button', { name: say('header.logout') }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('log-out', false);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('header.logout') })
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();

  await enterPassword(page, say, demo.harbour.email);
  await codeIsSent(page, say);
  const second = await sendCode(page, say, demo.harbour.phone);
  await page.getByLabel(say('verify.code'), { exact: true }).fill(second);
  await page.waitForURL('**/account-info');
  await page.getByText(say('documents.partners')).waitFor();
  await shoot('account-info-corporate');
  await page.goto('/security-setting/authenticator');
  await page.getByRole('img', { name: say('security.authenticator.qr') }).waitFor();
  await shoot('authenticator');
  await sandbox.createEvent({ type: 'user-updated', subjectId: demo.harbour.email });
  await page.getByRole('alertdialog').waitFor();
  await shoot('session-ended', false);
}

try {
  for (const language of languages) {
    for (const theme of ['light', 'dark']) {
      for (const width of [1280, 375]) {
        const context = await browser.newContext({
          baseURL: server.url,
          viewport: { width, height: width === 375 ? 812 : 900 },
          deviceScaleFactor: 1,
        });
        await context.addInitScript(
          (chosen) => {
            for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
          },
          { [languageStorageKey]: language, theme },
        );
        await tour(context, wordsOf(language), `${width}-${theme}-${language}`);
        await context.close();
      }
    }
  }
  console.log(`Screenshots are in ${out}`);
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}
