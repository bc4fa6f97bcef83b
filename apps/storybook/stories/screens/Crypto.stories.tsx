import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Crypto', args: { at: '/crypto-deposit' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Deposit: Story = {
  play: sees(),
};

export const DepositThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const Withdraw: Story = {
  args: { at: '/crypto-withdraw' },
  play: sees(/Landlord/),
};

export const WithdrawThaiPhone: Story = {
  args: { at: '/crypto-withdraw' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/Landlord/),
};

/** Filled in by a link: the summary beside it says what it comes to. */
export const WithdrawFilled: Story = {
  args: { at: '/crypto-withdraw?to=adr_01kb1v7fe0cj2n083b669rbfnm&amount=250.00' },
  play: sees(/250\.00/),
};

export const WithdrawFilledPhone: Story = {
  ...WithdrawFilled,
  globals: { viewport: { value: 'phone' } },
};

export const WithdrawLinkIgnored: Story = {
  args: { at: '/crypto-withdraw?to=adr_01kb1v7fe0cj2n083b6000000m&amount=250.00' },
  play: sees(/nothing was filled in/),
};

export const WithdrawNowhereToGo: Story = {
  args: { at: '/crypto-withdraw' },
  parameters: { answers: { listBlockchainAddresses: [] } },
  play: sees(),
};

export const Addresses: Story = {
  args: { at: '/blockchain' },
  play: sees(/Landlord/),
};

export const AddressesChineseDark: Story = {
  args: { at: '/blockchain' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/Landlord/),
};

export const AddressesEmpty: Story = {
  args: { at: '/blockchain' },
  parameters: { answers: { listBlockchainAddresses: [] } },
  play: sees(),
};

export const AddressesUnavailable: Story = {
  args: { at: '/blockchain' },
  parameters: { answers: { listBlockchainAddresses: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};
