import type { Meta, StoryObj } from '@storybook/react-vite';
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
    answers: linaBut('getProfile', (profile) => ({ ...profile, identityStatus: 'verification failed' as const })),
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

export const FeedbackSent: Story = {
  args: { at: '/result/feedback-success' },
  play: sees(),
};
