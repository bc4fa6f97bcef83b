import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import { maskEmail } from '@wusd/i18n';
import { forgetRegistration, keepRegistration } from '@wusd/web/features/registration/browser-key.ts';
import { activatedBusiness, registered } from '@wusd/web/features/registration/draft.ts';
import type { Result } from '../../answers/contract.ts';
import { ofScreens, type Screen, type ScreenProps, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Getting in', args: { at: '/login' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = StoryContext<ScreenProps>;

const thaiPhone = { language: 'th_TH', viewport: { value: 'phone' } };
const chineseDark = { language: 'zh_CN', theme: 'dark' };
const patiently = { timeout: 20_000 };
const email = 'arun@example.com';

/** The link was opened, and its code was sent. */
const opened: Result<'getActivationInfo'> = {
  challenge: {
    challengeId: 'chl_01kazhabv04q8yz7qprv1p0njb',
    checkGroups: [{ anyOf: [{ checkType: 1, masked: '+65 •••• 4568' }] }],
    expiresAt: '2026-11-26T11:53:35.801Z',
  },
  sentCode: { expiresAt: '2026-11-26T11:48:35.801Z', resendAt: '2026-11-26T11:44:35.801Z' },
  accountType: 'individual',
  maskedEmail: maskEmail(email),
  maskedPhoneNumber: '+65 •••• 4568',
};
const link = { at: '/account-activation?accountKey=wak_story' };

/** Simulates the browser that registered. */
const inBrowserThatRegistered = async (): Promise<() => void> => {
  await keepRegistration(email);
  return forgetRegistration;
};

async function logIn({ canvas, parameters, userEvent }: Context): Promise<void> {
  await sees()({ canvas, parameters });
  await userEvent.type(canvas.getByLabelText(/^(Email|邮箱|อีเมล)$/), email);
  await userEvent.type(canvas.getByLabelText(/^(Password|密码|รหัสผ่าน)$/), 'Quiet-Ships-2026!');
  await userEvent.click(canvas.getByRole('button', { name: /^(Continue|继续|ดำเนินการต่อ)$/ }));
}

export const LogIn: Story = {
  parameters: { isSignedIn: false },
  play: sees(/Sign in with a passkey/),
};

export const LogInThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(/เข้าสู่ระบบด้วยพาสคีย์/),
};

export const LogInPseudo: Story = {
  globals: { language: 'en_XA' },
  parameters: { isSignedIn: false },
  play: sees(/ƥȧȧşşķḗḗẏ/),
};

export const Register: Story = {
  args: { at: '/register' },
  parameters: { isSignedIn: false },
  play: sees(),
};

export const RegisterPhone: Story = {
  args: { at: '/register' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(),
};

export const ForgottenPassword: Story = {
  args: { at: '/forget-password' },
  parameters: { isSignedIn: false },
  play: sees(),
};

/** The password is correct, but the account is not activated: offers a new link. */
export const LogInBeforeActivation: Story = {
  parameters: { isSignedIn: false, answers: { login: { fails: 'ACTIVATION_PENDING' } } },
  play: async (context) => {
    await logIn(context);
    await context.canvas.findByRole('button', { name: 'Send a new link' }, patiently);
  },
};

export const Registered: Story = {
  args: { at: '/result/register-success' },
  parameters: { isSignedIn: false },
  play: sees(),
};

/** A company immediately sees which documents to send, and where. */
export const RegisteredCompany: Story = {
  args: { at: '/result/register-success' },
  parameters: { isSignedIn: false },
  beforeEach: () => {
    registered.set({ draft: { accountType: 'corporate', email, details: undefined }, businessType: 'partnership' });
    return () => registered.set(undefined);
  },
  play: sees(/We sent a link to arun@example.com/),
};

export const RegisteredCompanyThaiPhone: Story = {
  ...RegisteredCompany,
  globals: thaiPhone,
  play: sees(/arun@example.com/),
};

/** In the browser that registered: the code was sent, and the password signs in. */
export const ActivationHere: Story = {
  args: link,
  parameters: { isSignedIn: false, answers: { getActivationInfo: opened } },
  beforeEach: inBrowserThatRegistered,
  play: sees(/The one that you chose when you registered/),
};

export const ActivationHereChineseDark: Story = { ...ActivationHere, globals: chineseDark, play: sees(/4568/) };
export const ActivationHereThaiPhone: Story = { ...ActivationHere, globals: thaiPhone, play: sees(/4568/) };

/** In another browser: a press sends the code, and no password is needed. */
export const ActivationElsewhere: Story = {
  args: link,
  parameters: { isSignedIn: false, answers: { getActivationInfo: { ...opened, sentCode: undefined } } },
  play: sees(/Send code/),
};

/** The code was correct but the password was not: only the password is requested again. */
export const FirstSignIn: Story = {
  args: link,
  parameters: {
    isSignedIn: false,
    answers: {
      getActivationInfo: opened,
      activateAccount: { challengeId: 'chl_01kazhabv04q8yz7qprv1p0njc', expiresAt: '2026-11-26T11:53:35.801Z' },
      createToken: { fails: 'INVALID_CREDENTIALS' },
    },
  },
  beforeEach: inBrowserThatRegistered,
  play: async ({ canvas, parameters, userEvent }) => {
    await sees(/4568/)({ canvas, parameters });
    await userEvent.type(canvas.getByLabelText('Password'), 'Wrong-Ships-2026!');
    await userEvent.type(canvas.getByLabelText('Verification code'), '123456');
    await userEvent.click(canvas.getByRole('button', { name: 'Activate and log in' }));
    await canvas.findByRole('heading', { name: 'Your account is active' }, patiently);
    await canvas.findByRole('alert', undefined, patiently);
  },
};

export const ActivationOpening: Story = {
  args: link,
  parameters: { isSignedIn: false, answers: { getActivationInfo: 'never' } },
  play: sees(),
};

export const ActivationOffline: Story = {
  args: link,
  parameters: { isSignedIn: false, answers: { getActivationInfo: 'offline' } },
  play: sees(/Try again/),
};

export const ActivationExpired: Story = {
  args: link,
  parameters: { isSignedIn: false, answers: { getActivationInfo: { fails: 'ACTIVATION_LINK_EXPIRED' } } },
  play: sees(/This activation link has expired/),
};

export const ActivationUnknown: Story = {
  args: link,
  globals: thaiPhone,
  parameters: { isSignedIn: false, answers: { getActivationInfo: { fails: 'INVALID_ACCOUNT' } } },
  play: sees(),
};

/** A company that was activated in another browser gets a reminder of its documents. */
export const ActivatedCompany: Story = {
  args: { at: '/result/activate-success' },
  parameters: { isSignedIn: false },
  beforeEach: () => {
    activatedBusiness.set('partnership');
    return () => activatedBusiness.set(undefined);
  },
  play: sees(/Your account is active/),
};

export const Activated: Story = {
  args: { at: '/result/activate-success' },
  parameters: { isSignedIn: false },
  play: sees(),
};

export const ActivationWithoutItsLink: Story = {
  args: { at: '/account-activation' },
  parameters: { isSignedIn: false },
  play: sees(),
};

export const PasswordReset: Story = {
  args: { at: '/forget-password/success' },
  parameters: { isSignedIn: false },
  play: sees(),
};
