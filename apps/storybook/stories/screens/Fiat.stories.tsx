import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut, without } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Fiat', args: { at: '/fiat-deposit' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Deposit: Story = {
  play: sees(/Quote this reference/),
};

export const DepositChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/付款附言/),
};

/** An account at another bank, with a grouped IBAN. */
export const DepositWithIban: Story = {
  parameters: {
    answers: linaBut('getDepositAccount', (account) => ({
      ...without(account, 'accountNumber'),
      iban: 'LU280019400644750000',
    })),
  },
  play: sees(/LU28 0019/),
};

/** Bank details for deposits are hidden until the customer's identity is verified. */
export const DepositWithoutAnAccount: Story = {
  parameters: { answers: { getDepositAccount: { fails: 'IDENTITY_NOT_VERIFIED' } } },
  play: sees(/identity must be verified/),
};

export const DepositAccountUnavailable: Story = {
  parameters: { answers: { getDepositAccount: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be shown/),
};

export const DepositThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const Withdraw: Story = {
  args: { at: '/fiat-withdraw' },
  play: sees(),
};

export const WithdrawChineseDark: Story = {
  args: { at: '/fiat-withdraw' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

/** The recipient is chosen and a method is preselected. The customer opens the alternatives. */
export const WithdrawChooseHow: Story = {
  args: { at: '/fiat-withdraw' },
  play: async (context) => {
    await sees()(context);
    const { canvas, userEvent } = context;
    await userEvent.selectOptions(canvas.getByLabelText('To'), 'bnk_01kazhabv04q8yz7qprv1p0njb');
    await userEvent.type(canvas.getByLabelText('Amount that arrives'), '900');
    await userEvent.click(await canvas.findByRole('button', { name: 'Change how it is sent' }));
    await sees(/Recommended/)(context);
  },
};

export const WithdrawNowhereToGo: Story = {
  args: { at: '/fiat-withdraw' },
  parameters: { answers: { listBankAccounts: [] } },
  play: sees(),
};

export const BankAccounts: Story = {
  args: { at: '/bank-account' },
  play: sees(/Everyday account/),
};

export const BankAccountsThaiPhone: Story = {
  args: { at: '/bank-account' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/Everyday account/),
};

export const BankAccountsEmpty: Story = {
  args: { at: '/bank-account' },
  parameters: { answers: { listBankAccounts: [] } },
  play: sees(),
};

export const AddABankAccount: Story = {
  args: { at: '/add-bank-account' },
  play: sees(),
};
