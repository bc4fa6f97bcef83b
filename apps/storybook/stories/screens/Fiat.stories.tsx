import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Fiat', args: { at: '/fiat-deposit' } } satisfies Meta<typeof Screen>;
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
  args: { at: '/fiat-withdraw' },
  play: sees(),
};

export const WithdrawChineseDark: Story = {
  args: { at: '/fiat-withdraw' },
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

/** The recipient is chosen; how it is sent was chosen for the customer, who looks at what else there is. */
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
