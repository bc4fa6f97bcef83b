import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { ComponentProps } from 'react';
import { linaBut } from '../../answers/lina.ts';
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

const onStellar = linaBut('getDepositAddress', (target) => ({
  ...target,
  address: 'GA5XIGA5C7QTPTWXQHY6MCJRMTRZDOSHR6EFIBNDQTCQHG262N4GGKTM',
  memo: '1000482',
  networkId: 12 as const,
  confirmationsNeeded: 1,
}));

export const DepositAddress: Story = {
  args: { at: '/crypto-deposit?network=6' },
  play: sees(/Send only WUSD on Tron/),
};

export const DepositAddressChineseDark: Story = {
  args: { at: '/crypto-deposit?network=6' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/Tron/),
};

export const DepositMemo: Story = {
  args: { at: '/crypto-deposit?network=12' },
  parameters: { answers: onStellar },
  play: sees(/Memo required/),
};

export const DepositMemoThaiPhone: Story = {
  args: { at: '/crypto-deposit?network=12' },
  parameters: { answers: onStellar },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/เมโม/),
};

export const DepositGenerating: Story = {
  args: { at: '/crypto-deposit?network=6' },
  parameters: { answers: { getDepositAddress: 'never' } },
  play: sees(),
};

export const DepositUnavailable: Story = {
  args: { at: '/crypto-deposit?network=6' },
  parameters: { answers: { getDepositAddress: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be shown/),
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

/** Prefilled by a link. The summary shows the total. */
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

/** Opens questions beside a withdrawal to show their answers. */
const opens =
  (...questions: RegExp[]) =>
  async (context: StoryContext<ComponentProps<typeof Screen>>): Promise<void> => {
    await sees()(context);
    const { canvas, userEvent } = context;
    // Sequential: opening a question moves those below it.
    for (const question of questions) await userEvent.click(await canvas.findByText(question)); // oxlint-disable-line no-await-in-loop
  };

export const WithdrawHelp: Story = {
  args: { at: '/crypto-withdraw' },
  play: opens(/^What is a memo/, /^Why can’t I use/),
};

export const WithdrawHelpChineseDark: Story = {
  args: { at: '/crypto-withdraw' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: opens(/^什么是备注/, /^为什么地址/),
};

export const WithdrawHelpThaiPhone: Story = {
  args: { at: '/crypto-withdraw' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: opens(/^เมโม \(Memo\) หรือ/, /^ทำไมยังใช้/),
};

export const AddAddress: Story = {
  args: { at: '/blockchain?add=true' },
  play: sees(),
};
