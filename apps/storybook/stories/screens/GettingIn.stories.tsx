import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Getting in', args: { at: '/login' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const LogIn: Story = {
  parameters: { isSignedIn: false },
  play: sees(),
};

export const LogInThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(),
};

export const LogInPseudo: Story = {
  globals: { language: 'en_XA' },
  parameters: { isSignedIn: false },
  play: sees(),
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

export const Registered: Story = {
  args: { at: '/result/register-success' },
  parameters: { isSignedIn: false },
  play: sees(),
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
