import type { Meta, StoryContext, StoryObj } from '@storybook/react-vite';
import type { Review } from '@wusd/api-sdk';
import { serverMessage } from '../../answers/server-messages.ts';
import { expect, screen } from 'storybook/test';
import { ofScreens, type Screen, type ScreenProps, sees } from './Screen.tsx';

const meta = {
  ...ofScreens,
  title: 'Screens/New recipients',
  args: { at: '/crypto-withdraw' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;
type Context = StoryContext<ScreenProps>;

const phone = { viewport: { value: 'phone' } };
const patiently = { timeout: 20_000 };

/** The server's review of a withdrawal of 20.00 that saves its recipient. */
function reviewOf(currency: 'WUSD' | 'USD', fee: Review['fees'][number], total: string, saves: string): Review {
  const payoutsFrom = '2026-11-27T11:43:35.801Z';
  const message = currency === 'WUSD' ? 'message.withdrawal.newAddress' : 'message.bankWithdrawal.newAccount';
  return {
    intentId: 'int_01kazhabv04q8yz7qprv1p0njb',
    expiresAt: '2026-11-26T11:48:35.801Z',
    blockers: [],
    checkGroups: [
      { anyOf: [{ checkType: 3, masked: '' }] },
      { anyOf: [{ checkType: 2, masked: 'li••@demo.example' }] },
    ],
    sends: { currency, amount: total },
    fees: [fee],
    receives: { currency, amount: '20.00' },
    arrivesBy: '2026-11-29T11:43:35.801Z',
    holds: [
      {
        reasonCode: 'new-destination',
        message: serverMessage(message),
        who: 'system',
        until: payoutsFrom,
      },
    ],
    saves: { label: 'Supplier', name: saves, status: 'pending add', payoutsFrom },
  };
}
const cryptoReview = reviewOf(
  'WUSD',
  { name: 'network fee', money: { currency: 'WUSD', amount: '1.00' } },
  '21.00',
  '0x5290…9EE7',
);
const fiatReview = reviewOf(
  'USD',
  { name: 'bank fee', money: { currency: 'USD', amount: '25.00' } },
  '45.00',
  'Supplier •••• 4567',
);
/** A blocked review has no intent. */
const { intentId, expiresAt, ...blocked } = cryptoReview;
void [intentId, expiresAt];
const burnt = {
  errCode: '31007',
  message: serverMessage('error.addressBurn'),
  who: 'customer' as const,
  nextAction: 'correct-input' as const,
};

async function openAddress({ canvas, parameters, userEvent }: Context): Promise<void> {
  await sees()({ canvas, parameters });
  const [open] = await canvas.findAllByRole('button', { name: /^(New address|新地址|ที่อยู่ใหม่)$/ });
  if (open) await userEvent.click(open);
  await canvas.findByLabelText(/^(Address|地址|ที่อยู่)$/, undefined, patiently);
}

async function fillAddress(context: Context): Promise<void> {
  const { canvas, userEvent } = context;
  await openAddress(context);
  await userEvent.selectOptions(canvas.getByLabelText('Network'), 'Ethereum');
  await userEvent.type(canvas.getByLabelText('Address'), '0x52908400098527886E0F7030069857D2E4169EE7');
  await userEvent.type(canvas.getByLabelText('Name'), 'Supplier');
  await userEvent.type(canvas.getByLabelText('Amount that arrives'), '20');
}

export const Address: Story = { play: openAddress };
export const AddressThaiPhone: Story = { globals: { language: 'th_TH', ...phone }, play: openAddress };
export const AddressChineseDark: Story = { globals: { language: 'zh_CN', theme: 'dark' }, play: openAddress };

export const AddressFilled: Story = {
  play: async (context) => {
    await fillAddress(context);
    await sees(/21\.00/)(context);
  },
};

/** The server rejects the address, and the error is shown at the address field. */
export const AddressRefused: Story = {
  parameters: {
    answers: { withdrawCrypto: () => ({ ...blocked, blockers: [burnt] }) },
  },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await fillAddress(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Review withdrawal' }));
    await expect(await canvas.findByText(/No one can spend/, undefined, patiently)).toBeVisible();
    await expect(canvas.getByLabelText('Address')).toBeInvalid();
  },
};

export const AddressReviewed: Story = {
  parameters: { answers: { withdrawCrypto: () => cryptoReview } },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await fillAddress(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Review withdrawal' }));
    await sees(/saved and screened/)(context);
  },
};

async function openAccount({ canvas, parameters, userEvent }: Context): Promise<void> {
  await sees()({ canvas, parameters });
  await userEvent.click(await canvas.findByRole('button', { name: /^(New bank account|新银行账户|บัญชีธนาคารใหม่)$/ }));
  await canvas.findByLabelText(/^(Country of the bank|银行所在国家或地区|ประเทศของธนาคาร)$/, undefined, patiently);
}

async function fillAccount(context: Context): Promise<void> {
  const { canvas, userEvent } = context;
  await openAccount(context);
  await userEvent.click(canvas.getByLabelText('Country of the bank'));
  await userEvent.type(await screen.findByRole('searchbox'), 'SG{Enter}');
  await userEvent.selectOptions(canvas.getByLabelText('How payouts travel'), 'SWIFT');
  await userEvent.type(await canvas.findByLabelText('Account holder', undefined, patiently), 'Supplier Pte Ltd');
  await userEvent.type(canvas.getByLabelText('Name for this account'), 'Supplier');
  await userEvent.type(canvas.getByLabelText('Account holder’s address'), '1 Raffles Place');
  await userEvent.selectOptions(await canvas.findByLabelText('Bank', undefined, patiently), 'DBS');
  await userEvent.type(canvas.getByLabelText('Account number'), '0721234567');
  await userEvent.type(canvas.getByLabelText('Amount that arrives'), '20');
}

export const Account: Story = { args: { at: '/fiat-withdraw' }, play: openAccount };
export const AccountPhone: Story = { args: { at: '/fiat-withdraw' }, globals: phone, play: openAccount };

/** Fee and arrival are shown before saving. Errors are shown at their fields. */
export const AccountRefused: Story = {
  args: { at: '/fiat-withdraw' },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await fillAccount(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Review withdrawal' }));
    await expect(await canvas.findByLabelText('Purpose of transfers')).toBeInvalid();
    await sees(/How it is sent/)(context);
  },
};

export const AccountReviewed: Story = {
  args: { at: '/fiat-withdraw' },
  parameters: { answers: { withdrawFiat: () => fiatReview } },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await fillAccount(context);
    await userEvent.type(canvas.getByLabelText('Purpose of transfers'), 'Invoices');
    await userEvent.click(canvas.getByRole('button', { name: 'Review withdrawal' }));
    await sees(/saved and screened/)(context);
  },
};
