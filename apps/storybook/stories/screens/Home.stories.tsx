import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut, nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Home', args: { at: '/home' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Stranger: Story = {
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const StrangerThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const StrangerChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const Customer: Story = {
  play: sees(/6,246\.04/),
};

export const CustomerThaiPhoneDark: Story = {
  globals: { language: 'th_TH', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

/** The first sign-in: one sentence, and four steps with their status from the server. */
export const FirstSignIn: Story = {
  parameters: {
    answers: {
      ...linaBut('listWalletAccounts', (accounts) =>
        accounts.map((each) => ({ ...each, available: '0.00', held: '0.00', pending: '0.00' })),
      ),
      searchHistory: nothing,
      listBankAccounts: [],
      listBlockchainAddresses: [],
    },
  },
  play: sees(/Add a recipient/),
};
