import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { ComponentProps } from 'react';
import { expect, screen, userEvent } from 'storybook/test';
import { linaBut } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Account', args: { at: '/account-info' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const About: Story = {
  play: sees(/Lina Ong/),
};

export const AboutThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/Lina Ong/),
};

export const Rejected: Story = {
  parameters: {
    answers: {
      ...linaBut('getProfile', (profile) => ({ ...profile, identityStatus: 'verification failed' as const })),
      ...linaBut('getVerification', (verification) => ({
        ...verification,
        status: 'verification failed' as const,
        nextActor: 'customer' as const,
        requirements: (['passport', 'residence'] as const).map((kind) => ({
          kind,
          status: 'needed' as const,
          documents: [],
        })),
      })),
    },
  },
  play: sees(),
};

export const Security: Story = {
  args: { at: '/security-setting' },
  play: sees(),
};

export const SecurityThaiPhone: Story = {
  args: { at: '/security-setting' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const SecurityChineseDark: Story = {
  args: { at: '/security-setting' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

/** Every step is done, so nothing is left to do. */
export const SecurityCheckupDone: Story = {
  args: { at: '/security-setting' },
  parameters: {
    answers: {
      ...linaBut('getProfile', (profile) => ({
        ...profile,
        factors: [1, 2, 3, 4] as (typeof profile)['factors'],
        antiPhishingCode: 'Merlion88',
      })),
      getSecurityCheckup: {
        recoveryCodes: { left: 9, createdAt: '2026-11-20T04:00:00.000Z', savedAt: '2026-11-20T04:01:00.000Z' },
        signInsReviewedUntil: '2026-11-26T11:43:35.269Z',
        hasNewDevice: false,
      },
    },
  },
  play: sees(/All steps are done/),
};

/** Recovery codes that were never saved, and a device that is new since the last review. */
export const SecurityCheckupOpen: Story = {
  args: { at: '/security-setting' },
  globals: { viewport: { value: 'phone' } },
  parameters: {
    answers: {
      ...linaBut('getProfile', (profile) => ({ ...profile, factors: [1, 2, 3] as (typeof profile)['factors'] })),
      getSecurityCheckup: {
        recoveryCodes: { left: 10, createdAt: '2026-11-20T04:00:00.000Z' },
        signInsReviewedUntil: '2026-11-20T04:00:00.000Z',
        hasNewDevice: true,
      },
    },
  },
  play: sees(/10 of 10 left/),
};

export const SecurityCheckupLoading: Story = {
  args: { at: '/security-setting' },
  parameters: { answers: { getSecurityCheckup: 'never' } },
  play: sees(/Security checkup/),
};

export const SecurityCheckupUnavailable: Story = {
  args: { at: '/security-setting' },
  parameters: { answers: { getSecurityCheckup: 'offline' } },
  play: sees(/can’t be shown just now/),
};

const signIns = linaBut('listSessions', ([current]) =>
  current
    ? [
        { ...current, device: 'Chrome on Windows' },
        {
          id: 'ses_01m8btp2v7xb02cjy3sdchhqmu',
          device: 'Safari on iOS',
          location: '203.0.113.…',
          createdAt: '2026-11-25T03:10:00.000Z',
          lastSeenAt: '2026-11-25T05:40:00.000Z',
          endedAt: '2026-11-25T05:41:00.000Z',
          endReason: 'superseded',
          isCurrent: false,
        },
        {
          id: 'ses_01m8btp2v7xb02cjy3sdchhqmt',
          device: '',
          location: '198.51.100.…',
          createdAt: '2026-11-23T16:10:00.000Z',
          lastSeenAt: '2026-11-23T16:12:00.000Z',
          endedAt: '2026-11-24T04:10:00.000Z',
          endReason: 'expired',
          isCurrent: false,
        },
      ]
    : [],
);

export const Sessions: Story = {
  args: { at: '/sessions' },
  parameters: { answers: signIns },
  play: sees(/Chrome on Windows/),
};

export const SessionsThaiPhone: Story = {
  args: { at: '/sessions' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { answers: signIns },
  play: sees(/Safari บน iOS/),
};

export const SessionsFirst: Story = {
  args: { at: '/sessions' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

export const SessionsUnavailable: Story = {
  args: { at: '/sessions' },
  parameters: { answers: { listSessions: 'offline' } },
  play: sees(/can’t be shown just now/),
};

/** The dialog describes the effect of a freeze before it is executed. */
export const SessionNotMine: Story = {
  args: { at: '/sessions' },
  globals: { viewport: { value: 'phone' } },
  parameters: { answers: signIns },
  play: async (context) => {
    await sees(/Safari on iOS/)(context);
    const [first] = await context.canvas.findAllByRole('button', { name: 'This wasn’t me' });
    if (first) await userEvent.click(first);
    await expect(await screen.findByRole('dialog', { name: 'Somebody else signed in?' })).toBeVisible();
  },
};

export const Preferences: Story = {
  args: { at: '/preferences' },
  play: sees(/Time zone beside Singapore time/),
};

export const PreferencesChinesePhone: Story = {
  args: { at: '/preferences' },
  globals: { language: 'zh_CN', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(),
};

export const Frozen: Story = {
  args: { at: '/account-frozen' },
  // Runs after the loaders of every screen, which clear the storage.
  loaders: [
    async () =>
      sessionStorage.setItem(
        'account-freeze',
        JSON.stringify({ reference: 'FRZ-7H4K-2MPQ-9XWB', frozenAt: '2026-11-26T11:43:35.269Z' }),
      ),
  ],
  parameters: { isSignedIn: false },
  play: sees(/FRZ-7H4K-2MPQ-9XWB|Your account is frozen/),
};

export const FrozenThaiPhone: Story = {
  ...Frozen,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

/** Opened by URL, in a tab without a freeze. */
export const FrozenWithoutCase: Story = {
  args: { at: '/account-frozen' },
  globals: { theme: 'dark' },
  parameters: { isSignedIn: false },
  play: sees(/Support finds the case/),
};

export const ChangePassword: Story = {
  args: { at: '/change-password' },
  play: sees(),
};

export const ChangeEmail: Story = {
  args: { at: '/change-email' },
  play: sees(),
};

export const ChangePhone: Story = {
  args: { at: '/change-phone' },
  play: sees(),
};

export const Authenticator: Story = {
  args: { at: '/security-setting/authenticator' },
  play: sees(),
};

export const AntiPhishingCode: Story = {
  args: { at: '/security-setting/anti-phishing-code' },
  play: sees(),
};

export const PasswordChanged: Story = {
  args: { at: '/result/change-password-success' },
  play: sees(),
};

export const Feedback: Story = {
  args: { at: '/feedback' },
  play: sees(),
};

/** Sends a message and waits for its reference. */
async function sendFeedback(context: StoryContext<ComponentProps<typeof Screen>>): Promise<void> {
  await sees()(context);
  const { canvas, userEvent } = context;
  await userEvent.type(canvas.getByRole('textbox'), 'The fee line is clear now.');
  await userEvent.click(canvas.getByRole('button', { name: /^(Send|发送|ส่ง)$/ }));
  await canvas.findByText('FB-20261122-7H4K');
}
const sent = { answers: { sendFeedback: { supportReference: 'FB-20261122-7H4K' } } };

export const FeedbackSent: Story = {
  args: { at: '/feedback' },
  parameters: sent,
  play: sendFeedback,
};

export const FeedbackSentChineseDark: Story = {
  args: { at: '/feedback' },
  parameters: sent,
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sendFeedback,
};

export const FeedbackSentThaiPhone: Story = {
  args: { at: '/feedback' },
  parameters: sent,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sendFeedback,
};

/** After a reload the reference is no longer known. */
export const FeedbackSentReloaded: Story = {
  args: { at: '/result/feedback-success' },
  play: sees(),
};
