import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addAuthenticator, signInByButton } from '../support/authenticator.ts';
import { type Backend, beginSession, demo, expect, expectAccessible, test as base } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/reflow.ts';
import { wordsOf } from '../support/words.ts';

// Complete journeys of sign-up, sign-in and account pages in every language, on a phone and on a desktop.

/** Passkeys need a domain and do not work on an IP address. */
const test = base.extend({
  backend: ({ backend }, use) => use({ ...backend, url: backend.url.replace('127.0.0.1', 'localhost') }),
});

type Say = ReturnType<typeof wordsOf>;

/** Checks of every page in a journey. With `WALK_PICTURES` it also saves a screenshot to that folder. */
type Look = (page: Page, name: string) => Promise<void>;

const pictures = process.env.WALK_PICTURES;

const walks: {
  title: string;
  /** Language and width of the default run. All other combinations are long journeys. */
  short?: string;
  walk: (page: Page, backend: Backend, say: Say, look: Look) => Promise<void>;
}[] = [
  {
    title: 'a stranger opens an account, signs out, and sets a forgotten password anew',
    short: 'zh_CN 375',
    walk: getIn,
  },
  {
    title: 'a passkey is added, signs in and is removed; phone and email are changed',
    short: 'th_TH 375',
    walk: secure,
  },
  {
    title: 'documents are sent and accepted, preferences hold, and a strange sign-in ends in a freeze',
    short: 'zh_CN 1280',
    walk: account,
  },
  {
    title: 'a company opens an account, names its director and owner, sends documents, and writes to support',
    walk: company,
  },
];

for (const { title, short, walk } of walks) {
  for (const language of ['en_US', 'zh_CN', 'th_TH']) {
    for (const width of [375, 1280]) {
      const tag = short === `${language} ${width}` ? [] : '@long';
      test(`${title}: ${language}, ${width} px`, { tag }, async ({ page, backend }) => {
        await page.setViewportSize({ width, height: 812 });
        await page.addInitScript((lang) => {
          // Sets the language of the first page only; afterwards the customer's choice applies.
          if (localStorage.getItem('lang') === null) localStorage.setItem('lang', lang);
        }, language);
        let taken = 0;
        await walk(page, backend, wordsOf(language), async (at, name) => {
          await expectAccessible(at);
          await expectNoSidewaysScroll(at);
          if (pictures === undefined) return;
          mkdirSync(pictures, { recursive: true });
          taken += 1;
          const file = `${walk.name}-${String(taken).padStart(2, '0')}-${name}-${language}-${width}.png`;
          await at.screenshot({ path: join(pictures, file), fullPage: true, animations: 'disabled' });
        });
      });
    }
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Requests and enters the codes of a verification page in sequence. */
async function prove(page: Page, backend: Backend, say: Say, ...recipients: string[]): Promise<void> {
  for (const [index, recipient] of recipients.entries()) {
    // oxlint-disable no-await-in-loop -- one after the other
    if (recipients.length > 1)
      await expect(page.getByText(say('verify.step', { step: index + 1, count: recipients.length }))).toBeVisible();
    const code = page.getByLabel(say('verify.code'), { exact: true });
    const send = page.getByRole('button', { name: say('verify.send'), exact: true });
    await expect(code.or(send).first()).toBeVisible();
    const way = page.getByRole('radio', { name: say(recipient.includes('@') ? 'verify.email' : 'verify.sms') });
    // Selecting a method sends the code automatically.
    if ((await way.isVisible()) && !(await way.isChecked())) {
      await way.check();
      await send.click();
    } else if (await send.isVisible()) await send.click();
    await code.fill(await backend.code(recipient));
    // oxlint-enable no-await-in-loop
  }
}

/** Logs out from any page of the app. */
async function logOut(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say('header.user'), exact: true }).click();
  await press(page, say('header.logout'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('header.logout') })
    .click();
  await page.waitForURL(/\/home/);
}

async function chooseCountry(page: Page, label: string, code: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  await dialog.getByRole('searchbox').fill(code);
  await dialog.getByRole('searchbox').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

/** Fills in a person: an individual, or the representative of a company. */
async function fillPerson(page: Page, say: Say, phone: string): Promise<void> {
  await page.getByLabel(say('identity.fullName')).fill('Arun Rao');
  await page.getByLabel(say('identity.gender')).selectOption(say('identity.gender.male'));
  await chooseCountry(page, say('identity.nationality'), 'IN');
  await page.getByLabel(say('phone.label')).fill(phone);
  await page.getByLabel(say('identity.idType')).selectOption(say('identity.idType.passport'));
  await page.getByLabel(say('identity.idNumber')).fill('Z7654321');
  await chooseCountry(page, say('identity.residence'), 'SG');
  await page.getByLabel(say('identity.addressLine')).fill('9 Battery Road');
  await page.getByLabel(say('identity.city')).fill('Singapore');
  await page.getByLabel(say('identity.postalCode')).fill('049910');
}

const pdf = (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%${name}\n%%EOF`),
});

async function getIn(page: Page, backend: Backend, say: Say, look: Look): Promise<void> {
  const email = 'arun@example.com';
  const phone = '+6581234568';
  await page.goto('/register');
  await expect(page.locator('html[data-prerendered], #frame')).toHaveCount(0);
  await expect(heading(page, say('register.title'))).toBeVisible();
  await look(page, 'register');
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('password.new'), { exact: true }).fill('Tall-Ships-2026!');
  await press(page, say('register.continue'));
  await expect(page.getByText(say('register.step', { step: 2, count: 2 }))).toBeVisible();
  await fillPerson(page, say, phone);
  await look(page, 'details');
  await press(page, say('register.continue'));
  await expect(heading(page, say('register.success.title'))).toBeVisible();
  await look(page, 'check-mail');

  await page.goto(await backend.link(email));
  await expect(heading(page, say('activation.title'))).toBeVisible();
  await look(page, 'activate');
  await page.getByLabel(say('login.password'), { exact: true }).fill('Tall-Ships-2026!');
  await page.getByLabel(say('verify.code'), { exact: true }).fill(await backend.code(phone));
  await press(page, say('activation.submit'));
  await expect(page).toHaveURL(/\/wallet$/);
  await look(page, 'wallet');
  await logOut(page, say);

  await backend.advanceClock(61);
  await page.goto('/login');
  await look(page, 'login');
  await page.getByRole('link', { name: say('login.forgot') }).click();
  await expect(heading(page, say('forgot.title'))).toBeVisible();
  await look(page, 'forgot');
  await page.getByLabel(say('login.email')).fill(email);
  await press(page, say('login.submit'));
  await prove(page, backend, say, phone, email);
  await expect(heading(page, say('forgot.set.title'))).toBeVisible();
  await look(page, 'set-password');
  await page.getByLabel(say('password.new'), { exact: true }).fill('Taller-Ships-2027!');
  await press(page, say('forgot.set.submit'));
  await expect(heading(page, say('forgot.success.title'))).toBeVisible();
  await look(page, 'password-set');
  await page
    .getByRole('main')
    .getByRole('link', { name: say('forgot.success.action') })
    .click();
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('login.password'), { exact: true }).fill('Taller-Ships-2027!');
  await press(page, say('login.submit'));
  await expect(heading(page, say('verify.title'))).toBeVisible();
  await backend.advanceClock(61);
  await look(page, 'sign-in-code');
  await prove(page, backend, say, email);
  await expect(page).toHaveURL(/\/wallet$/);
}

async function secure(page: Page, backend: Backend, say: Say, look: Look): Promise<void> {
  const { email, phone } = demo.somchai;
  const device = await addAuthenticator(page);
  await beginSession(page, backend, email);
  await page.goto('/security-setting');
  const passkeys = page.getByRole('region', { name: say('passkey.title') });
  await expect(passkeys.getByText(say('passkey.empty'))).toBeVisible();
  await look(page, 'security');
  await passkeys.getByRole('button', { name: say('passkey.add') }).click();
  await look(page, 'add-passkey');
  await press(page, say('passkey.create'));
  await page.getByLabel(say('passkey.name')).fill('Studio');
  await look(page, 'name-passkey');
  await press(page, say('security.continue'));
  await prove(page, backend, say, phone, email);
  // The message. In some languages the security log has the same text.
  await expect(page.getByText(say('passkey.added')).first()).toBeVisible();
  await expect(passkeys.getByRole('listitem').filter({ hasText: 'Studio' })).toBeVisible();
  await look(page, 'passkeys');

  await logOut(page, say);
  await device.setPresent(false);
  await page.goto('/login');
  await signInByButton(page, device, say('passkey.signIn'));
  await expect(page).toHaveURL(/\/wallet$/);

  await page.goto('/change-phone');
  await expect(heading(page, say('security.changePhone.title'))).toBeVisible();
  await look(page, 'change-phone');
  await press(page, say('security.continue'));
  await page.getByRole('radio', { name: say('verify.sms') }).check();
  await look(page, 'prove-phone');
  await prove(page, backend, say, phone, email);
  await page.getByLabel(say('phone.label')).fill('+66 89 765 4321');
  await look(page, 'new-phone');
  await press(page, say('security.continue'));
  await prove(page, backend, say, '+66897654321');
  await expect(heading(page, say('security.changePhone.success.title'))).toBeVisible();
  await look(page, 'phone-changed');

  await backend.advanceClock(61);
  await page.goto('/change-email');
  await expect(heading(page, say('security.changeEmail.title'))).toBeVisible();
  await press(page, say('security.continue'));
  await page.getByRole('radio', { name: say('verify.sms') }).check();
  await prove(page, backend, say, '+66897654321', email);
  await page.getByLabel(say('security.email')).fill('somchai@elsewhere.example');
  await look(page, 'new-email');
  await press(page, say('security.continue'));
  await prove(page, backend, say, 'somchai@elsewhere.example');
  await expect(heading(page, say('security.changeEmail.success.title'))).toBeVisible();
  await look(page, 'email-changed');

  await backend.advanceClock(61);
  await page.goto('/security-setting');
  await passkeys.getByRole('button', { name: `${say('profile.verification.remove')} Studio` }).click();
  await look(page, 'remove-passkey');
  await press(page, say('passkey.remove.action'));
  await press(page, say('passkey.use'));
  await page.getByLabel(say('verify.code'), { exact: true }).fill(await backend.code('somchai@elsewhere.example'));
  await expect(page.getByText(say('passkey.removed')).first()).toBeVisible();
  await expect(passkeys.getByText(say('passkey.empty'))).toBeVisible();
  await look(page, 'security-log');
}

async function account(page: Page, backend: Backend, say: Say, look: Look): Promise<void> {
  const { email } = demo.somchai;
  // Of two sign-ins, the earlier one can be reported as unknown.
  await beginSession(page, backend, email);
  await backend.advanceClock(61);
  await beginSession(page, backend, email);
  await page.goto('/account-info');
  await expect(page.getByText(say('profile.verification.next.upload'))).toBeVisible();
  await look(page, 'profile');
  for (const document of ['identity-front', 'identity-back', 'residence']) {
    // oxlint-disable no-await-in-loop -- one after the other, as a customer chooses them
    const row = page.getByRole('listitem', { name: say(`documents.${document}`), exact: true });
    await row.locator('input[type=file]').last().setInputFiles(pdf(document));
    await expect(row.getByText(say('profile.verification.status.uploaded'), { exact: true })).toBeVisible();
    // oxlint-enable no-await-in-loop
  }
  await look(page, 'uploaded');
  await press(page, say('profile.verification.submit'));
  await expect(page.getByText(say('profile.verification.next.us'))).toBeVisible();
  await look(page, 'submitted');

  await page.goto('/notifications');
  await expect(heading(page, say('menu.notifications'))).toBeVisible();
  const documents = await backend.operator('show-verification', email);
  for (const [id] of new Set(documents.match(/vdc_\w+/g)).entries()) await backend.operator('approve', id);
  await backend.operator('verify', email);
  const told = page.getByRole('main').getByRole('link');
  await expect(told.filter({ hasText: say('notification.unread') }).first()).toBeVisible();
  await look(page, 'notifications');
  await press(page, say('notification.markAll'));
  await expect(told.filter({ hasText: say('notification.unread') })).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: say('notification.settings') })
    .click();
  await page
    .getByRole('checkbox', { name: say('notification.channel.email') })
    .nth(2)
    .uncheck();
  await expect(page.getByText(say('notification.settings.saved'), { exact: true })).toBeVisible();
  await look(page, 'notification-settings');

  await page.goto('/preferences');
  await page.getByLabel(say('security.preferences.currency')).selectOption('SGD');
  await page.reload();
  await expect(page.getByLabel(say('security.preferences.currency'))).toHaveValue('SGD');
  await look(page, 'preferences');

  await page.goto('/sessions');
  await look(page, 'sessions');
  await page
    .getByRole('button', { name: say('security.signIns.notMe') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: say('security.signIns.notMe.title') });
  await look(page, 'not-me');
  await dialog.getByRole('button', { name: say('security.freeze.action') }).click();
  await expect(page).toHaveURL(/\/account-frozen$/);
  await expect(heading(page, say('security.frozen.title'))).toBeVisible();
  await look(page, 'frozen');
}

async function company(page: Page, backend: Backend, say: Say, look: Look): Promise<void> {
  const email = 'desk@battery-road.example';
  const phone = '+6581234568';
  await page.goto('/register');
  await expect(page.locator('html[data-prerendered], #frame')).toHaveCount(0);
  await page.getByRole('radio', { name: say('register.type.corporate') }).check();
  await page.getByLabel(say('login.email')).fill(email);
  await page.getByLabel(say('password.new'), { exact: true }).fill('Tall-Ships-2026!');
  await press(page, say('register.continue'));
  await page.getByLabel(say('identity.corporateName')).fill('Battery Road Partners');
  await page.getByLabel(say('identity.businessType')).selectOption(say('identity.businessType.partnership'));
  await chooseCountry(page, say('identity.placeOfIncorporation'), 'SG');
  await page.getByLabel(say('identity.dateOfIncorporation')).fill('2019-04-01');
  await page.getByLabel(say('identity.registeredAddress')).fill('9 Battery Road, Singapore 049910');
  await fillPerson(page, say, phone);
  await look(page, 'details');
  await press(page, say('register.continue'));
  await expect(heading(page, say('register.success.title'))).toBeVisible();
  await look(page, 'check-mail');
  await page.goto(await backend.link(email));
  await page.getByLabel(say('login.password'), { exact: true }).fill('Tall-Ships-2026!');
  await page.getByLabel(say('verify.code'), { exact: true }).fill(await backend.code(phone));
  await press(page, say('activation.submit'));

  // Until its verification, a company lands on its profile.
  await expect(page).toHaveURL(/\/account-info$/);
  await expect(page.getByText(say('profile.verification.persons.empty'))).toBeVisible();
  await look(page, 'needed');
  await press(page, say('profile.verification.person.add'));
  const dialog = page.getByRole('dialog', { name: say('profile.verification.person.new') });
  await dialog.getByLabel(say('identity.fullName')).fill('Arun Rao');
  await dialog.getByLabel(say('profile.verification.roles')).selectOption(say('profile.verification.role.both'));
  await dialog.getByLabel(say('profile.verification.share')).fill('100');
  await dialog.getByLabel(say('profile.verification.birth')).fill('1984-02-29');
  await chooseCountry(page, say('identity.residence'), 'SG');
  await look(page, 'person');
  await dialog.getByRole('button', { name: say('profile.verification.person.save') }).click();
  await expect(heading(page, 'Arun Rao')).toBeVisible();
  const uploaded = page.getByText(say('profile.verification.status.uploaded'), { exact: true });
  // The item of a person contains the items of the person's documents.
  const documents = page.locator('main li:has(input[type=file]):not(:has(li input))');
  const count = await documents.count();
  for (let at = 0; at < count; at += 1) {
    // oxlint-disable no-await-in-loop -- one after the other, as a customer chooses them
    await documents
      .nth(at)
      .locator('input[type=file]')
      .last()
      .setInputFiles(pdf(`document ${at}`));
    await expect(uploaded).toHaveCount(at + 1);
    // oxlint-enable no-await-in-loop
  }
  await press(page, say('profile.verification.submit'));
  await expect(page.getByText(say('profile.verification.next.us'))).toBeVisible();
  await look(page, 'submitted');

  await page.goto('/feedback');
  await page.getByLabel(say('feedback.text')).fill('Which documents do you have?');
  await look(page, 'feedback');
  await press(page, say('feedback.submit'));
  await expect(heading(page, say('feedback.success.title'))).toBeVisible();
  await expect(page.getByText(say('feedback.success.reference'))).toBeVisible();
  await look(page, 'feedback-sent');
}
