import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent } from 'storybook/test';
import { pendingSignIn } from '@wusd/web/features/sign-in/pending.ts';
import { type PendingCommand, pendingCommand } from '@wusd/web/shared/verification/pending-command.ts';
import type { Answers } from '../../answers/contract.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

// Passkeys in the settings, at sign-in, and for confirming an action.

const meta = {
  ...ofScreens,
  title: 'Screens/Passkeys',
  args: { at: '/security-setting' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const patiently = { timeout: 20_000 };
const thaiPhone = { language: 'th_TH', viewport: { value: 'phone' } };
const thaiPhoneDark = { ...thaiPhone, theme: 'dark' };

const phone = {
  id: 'pky_01m8btp2v7xb02cjy3sdchhqmv',
  name: 'iPhone',
  isSynced: true,
  createdAt: '2026-08-14T02:10:00.000Z',
  lastUsedAt: '2026-11-25T23:41:00.000Z',
};
const key = { id: 'pky_01m8btp2v7xb02cjy3sdchhqmw', name: 'Security key at the office', isSynced: false };
const two: Answers = { listPasskeys: [phone, { ...key, createdAt: '2026-11-24T08:00:00.000Z' }] };

/**
 * A browser with this result of the passkey API. A conditional request stays pending, because nobody chooses a
 * suggestion.
 */
function browser(answer: () => Promise<unknown>) {
  const get = ({ mediation }: CredentialRequestOptions): Promise<unknown> =>
    mediation === 'conditional' ? new Promise(() => {}) : answer();
  return () => {
    const { credentials } = navigator;
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { create: answer, get, preventSilentAccess: async () => {} },
    });
    return () => Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  };
}
const refusing = (name: string) => browser(() => Promise.reject(new DOMException('', name)));
const bytes = (): ArrayBuffer => Uint8Array.of(1).buffer;
const granting = browser(async () => ({
  id: 'AQ',
  response: {
    clientDataJSON: bytes(),
    attestationObject: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: null,
    getTransports: () => [],
  },
}));

/** Presses buttons in sequence, then expects a text. If names repeat, the last button is that of the dialog. */
function presses(names: readonly RegExp[], text: RegExp): NonNullable<Story['play']> {
  return async (context) => {
    await sees()(context);
    for (const name of names) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const found = await screen.findAllByRole('button', { name }, patiently);
      const last = found.at(-1);
      // oxlint-disable-next-line no-await-in-loop
      if (last) await userEvent.click(last);
    }
    await expect((await screen.findAllByText(text, undefined, patiently)).length).toBeGreaterThan(0);
  };
}

export const List: Story = { parameters: { answers: two }, play: sees(/Security key at the office/) };

export const ListThaiPhone: Story = { ...List, globals: thaiPhone };

export const ListChineseDark: Story = { ...List, globals: { language: 'zh_CN', theme: 'dark' } };

export const Full: Story = {
  parameters: {
    answers: {
      listPasskeys: Array.from({ length: 10 }, (_, index) => ({
        ...phone,
        id: `pky_01m8btp2v7xb02cjy3sdchhqm${index}`,
        name: `Phone ${index + 1}`,
      })),
    },
  },
  play: sees(/You have ten passkeys/),
};

export const Loading: Story = { parameters: { answers: { listPasskeys: 'never' } }, play: sees() };

export const Unavailable: Story = {
  parameters: { answers: { listPasskeys: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be shown just now/),
};

export const Unsupported: Story = {
  beforeEach() {
    const known = globalThis.PublicKeyCredential;
    Object.assign(globalThis, { PublicKeyCredential: undefined });
    return () => void Object.assign(globalThis, { PublicKeyCredential: known });
  },
  play: sees(/This browser can’t create passkeys/),
};

export const Add: Story = { play: presses([/^Add a passkey/], /Your device creates the passkey/) };

export const AddThaiPhoneDark: Story = {
  globals: thaiPhoneDark,
  play: presses([/^เพิ่มพาสคีย์/], /อุปกรณ์ของคุณจะสร้างพาสคีย์/),
};

const create = [/^Add a passkey/, /^Create passkey/];

export const AddDeclined: Story = {
  beforeEach: refusing('NotAllowedError'),
  play: presses(create, /No passkey was created/),
};

export const AddOneThatExists: Story = {
  beforeEach: refusing('InvalidStateError'),
  play: presses(create, /already has a passkey/),
};

export const AddWithoutScreenLock: Story = {
  beforeEach: refusing('NotSupportedError'),
  play: presses(create, /could not create a passkey/),
};

export const Name: Story = { beforeEach: granting, play: presses(create, /What should we call it/) };

export const NameChinesePhone: Story = {
  beforeEach: granting,
  globals: { language: 'zh_CN', viewport: { value: 'phone' } },
  play: presses([/^添加通行密钥/, /^创建通行密钥/], /您想如何命名/),
};

export const NameRefused: Story = {
  beforeEach: granting,
  parameters: { answers: { createPasskey: { fails: 'PASSKEY_REJECTED' } } },
  play: presses([...create, /^Continue/], /could not be verified/),
};

export const Rename: Story = {
  parameters: { answers: two },
  play: presses([/^Rename iPhone/], /Rename this passkey/),
};

export const Remove: Story = {
  parameters: { answers: two },
  play: presses([/^Remove iPhone/], /withdrawals are closed for 24 hours/),
};

export const RemoveThaiPhoneDark: Story = {
  parameters: { answers: two },
  globals: thaiPhoneDark,
  play: presses([/^ลบ iPhone/], /การถอนจะปิด/),
};

const login = { args: { at: '/login' }, parameters: { isSignedIn: false } } satisfies Story;

export const SignInDeclined: Story = {
  ...login,
  beforeEach: refusing('NotAllowedError'),
  play: presses([/Sign in with a passkey/], /Your passkey was not used/),
};

export const SignInRefused: Story = {
  ...login,
  beforeEach: granting,
  parameters: { ...login.parameters, answers: { createToken: { fails: 'INVALID_CREDENTIALS' } } },
  play: presses([/Sign in with a passkey/], /We could not sign you in/),
};

export const SignInRefusedThaiPhoneDark: Story = {
  ...SignInRefused,
  globals: thaiPhoneDark,
  play: presses([/เข้าสู่ระบบด้วยพาสคีย์/], /เข้าสู่ระบบด้วยพาสคีย์นี้ไม่ได้/),
};

export const SignInToUnavailableAccount: Story = {
  ...login,
  beforeEach: granting,
  parameters: { ...login.parameters, answers: { createToken: { fails: 'ACCOUNT_UNAVAILABLE' } } },
  play: presses([/Sign in with a passkey/], /unavailable/),
};

/** The verification page of an action. */
function confirming(...groups: (readonly (1 | 2 | 3 | 4)[])[]) {
  const pending: PendingCommand = {
    command: 'crypto-withdraw',
    intro: 'crypto.withdraw.verify',
    review: {
      intentId: 'int_01m8btp2v7xb02cjy3sdchhqmv',
      blockers: [],
      checkGroups: groups.map((group) => ({
        anyOf: group.map((checkType) => ({ checkType, masked: checkType === 1 ? '•••• 4321' : '' })),
      })),
    },
    payment: {
      sends: { currency: 'WUSD', amount: '255.00' },
      receives: { currency: 'WUSD', amount: '250.00' },
      fees: [{ name: 'network fee', money: { currency: 'WUSD', amount: '5.00' } }],
      arrivesBy: '2026-11-26T12:00:00.000Z',
      recipient: 'Cold storage',
    },
    execute: () => Promise.reject(new Error('Not in a story')),
  };
  return () => {
    pendingCommand.set(pending);
    return () => pendingCommand.set(undefined);
  };
}
const act = { args: { at: '/security-verification/crypto-withdraw' } } satisfies Story;

export const Confirm: Story = {
  ...act,
  beforeEach: confirming([4, 1, 3], [4, 2]),
  play: sees(/Use your passkey/),
};

export const ConfirmThaiPhoneDark: Story = { ...Confirm, globals: thaiPhoneDark, play: sees(/ใช้พาสคีย์ของคุณ/) };

export const ConfirmWithEmailCode: Story = {
  ...act,
  beforeEach: confirming([4, 1], [2]),
  play: sees(/Step 1 of 2/),
};

export const ConfirmDeclined: Story = {
  ...act,
  beforeEach() {
    const restore = [refusing('NotAllowedError')(), confirming([4, 1, 3], [4, 2])()];
    return () => {
      for (const each of restore) each();
    };
  },
  play: presses([/Use your passkey/], /Your passkey was not used/),
};

export const ConfirmSignIn: Story = {
  args: { at: '/security-verification/login' },
  parameters: { isSignedIn: false },
  globals: { language: 'zh_CN' },
  beforeEach() {
    pendingSignIn.set({
      email: 'lina@demo.example',
      attempt: {
        challenge: {
          challengeId: 'chl_01m8btp2v7xb02cjy3sdchhqmv',
          checks: [
            { checkType: 4, masked: '' },
            { checkType: 1, masked: '•••• 4321' },
            { checkType: 2, masked: 'l•••@demo.example' },
          ],
          expiresAt: '2026-11-26T12:00:00.000Z',
        },
        complete: () => Promise.reject(new Error('Not in a story')),
      },
    });
    return () => pendingSignIn.set(undefined);
  },
  play: sees(/使用通行密钥/),
};
