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
