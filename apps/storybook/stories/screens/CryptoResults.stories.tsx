import type { Meta, StoryObj } from '@storybook/react-vite';
import { cryptoWithdrawal as payment } from '@wusd/web/features/crypto/withdrawal-payment.ts';
import { linaBut, without } from '../../answers/lina.ts';
import { at, later, leavingNow, requested, scheduled } from '../../answers/transfers.ts';
import { serverMessage } from '../../answers/server-messages.ts';
import { expect, screen } from 'storybook/test';
import { ofScreens, type Screen, sees } from './Screen.tsx';

// Every state of a crypto withdrawal and of a crypto deposit, on its result page.

const results = {
  cryptoWithdrawal: '/result/crypto-withdraw-success?transaction=ctx_01m85km9jg6rc55a4c43wr1szz',
  cryptoDeposit: '/crypto-deposit?network=4&currency=USDC&transaction=ctx_01m85km9jg6rc55a4c43wr1szz',
};
const meta = {
  ...ofScreens,
  title: 'Screens/Crypto results',
  args: { at: results.cryptoWithdrawal },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

type Crypto = ReturnType<Parameters<typeof linaBut<'getCryptoTransaction'>>[1]>;

const sent = { status: 'processing', at: later, actor: 'system' } as const;
const ends: [NonNullable<Crypto['nextStep']>, ...Crypto['nextMoves']] = [
  { to: 'completed', who: 'system' },
  { to: 'failed', who: 'system' },
];

const cryptoDeposit = (change: Partial<Crypto>) =>
  linaBut('getCryptoTransaction', (deposit): Crypto => ({ ...deposit, ...change }));

/** 250 USDC over Polygon, before it is sent. */
const cryptoWithdrawal = (change: Partial<Crypto>) =>
  linaBut('getCryptoTransaction', (deposit): Crypto => {
    return {
      ...without(deposit, 'transactionHash', 'explorerUrl', 'confirmations'),
      direction: 'withdrawal',
      pay: { currency: 'USDC', amount: '251.00' },
      receive: { currency: 'USDC', amount: '250.00' },
      fees: [{ name: 'network fee', money: { currency: 'USDC', amount: '1.00' } }],
      status: 'to be processed',
      timeline: [requested],
      ...change,
    };
  });

export const WithdrawalScheduled: Story = {
  parameters: {
    answers: cryptoWithdrawal(scheduled(serverMessage('message.withdrawalReason.new-destination'))),
  },
  play: sees(/You can cancel until/),
};

export const WithdrawalScheduledChinesePhone: Story = {
  ...WithdrawalScheduled,
  globals: { language: 'zh_CN', viewport: { value: 'phone' } },
  play: sees(/之前取消/),
};

/** The scheduled time of sending passes while the page is open. */
export const WithdrawalLeaving: Story = {
  parameters: {
    answers: cryptoWithdrawal(leavingNow),
  },
  play: sees(/on its way/),
};

export const WithdrawalOnHold: Story = {
  parameters: {
    answers: cryptoWithdrawal({
      status: 'to be confirmed',
      hold: {
        reasonCode: 'high-risk',
        message: serverMessage('message.withdrawalReason.high-risk'),
        who: 'Operations',
      },
      timeline: [requested, { status: 'to be confirmed', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'to be processed', who: 'Operations' },
        { to: 'cancelled', who: 'customer' },
        { to: 'rejected', who: 'Operations' },
      ],
      nextStep: { to: 'to be processed', who: 'Operations' },
    }),
  },
  play: sees(/On hold/),
};

const hash = '0x7c77478e1f6d95f3fa91c30112a56bce4909ec6e6cce4208a517058aa6959f25';

export const WithdrawalConfirming: Story = {
  parameters: {
    answers: cryptoWithdrawal({
      status: 'processing',
      transactionHash: hash,
      confirmations: { seen: 12, needed: 64 },
      timeline: [requested, sent],
      nextMoves: ends,
      nextStep: ends[0],
    }),
  },
  play: sees(/12 of 64 confirmations/),
};

export const WithdrawalCompleted: Story = {
  parameters: {
    answers: cryptoWithdrawal({
      status: 'completed',
      transactionHash: hash,
      confirmations: { seen: 64, needed: 64 },
      timeline: [requested, sent, { status: 'completed', at: later, actor: 'system' }],
      nextMoves: [],
    }),
  },
  play: sees(/Withdrawal completed/),
};

export const WithdrawalFailed: Story = {
  parameters: {
    answers: cryptoWithdrawal({
      status: 'failed',
      timeline: [
        requested,
        sent,
        { status: 'failed', at: later, actor: 'system', reason: serverMessage('message.withdrawalReason.reverted') },
      ],
      nextMoves: [],
    }),
  },
  play: sees(/money returned/),
};

/** The details are in a drawer outside the canvas, which hides the page below. */
const opens =
  (text: RegExp): Story['play'] =>
  async () => {
    await screen.findByRole('button', { name: 'Sandbox', hidden: true }, { timeout: 20_000 });
    await expect(await screen.findByText(text, undefined, { timeout: 20_000 })).toBeVisible();
  };
const seen = { status: 'processing', at, actor: 'system' } as const;

const confirming = (count: number): Story => ({
  args: { at: results.cryptoDeposit },
  parameters: {
    answers: cryptoDeposit({
      status: 'processing',
      confirmations: { seen: count, needed: 64 },
      timeline: [seen],
      nextMoves: ends,
      nextStep: ends[0],
    }),
  },
  play: opens(new RegExp(`^${count} of 64 confirmations`)),
});

export const CryptoDepositDetected: Story = confirming(0);

export const CryptoDepositConfirming: Story = confirming(41);

export const CryptoDepositOnHold: Story = {
  args: { at: results.cryptoDeposit },
  parameters: {
    answers: cryptoDeposit({
      status: 'to be confirmed',
      risk: 'high',
      hold: {
        reasonCode: 'high-risk',
        message: serverMessage('message.depositReason.high-risk'),
        who: 'Operations',
      },
      timeline: [seen, { status: 'to be confirmed', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'completed', who: 'Operations' },
        { to: 'rejected', who: 'Operations' },
      ],
      nextStep: { to: 'completed', who: 'Operations' },
    }),
  },
  play: opens(/Why is this held/),
};

export const CryptoDepositCredited: Story = {
  args: { at: results.cryptoDeposit },
  play: opens(/^64 of 64 confirmations/),
};

/** The code page after a reload, while the response to the submission is missing. */
export const WithdrawalUnanswered: Story = {
  args: { at: '/security-verification/crypto-withdraw' },
  beforeEach() {
    sessionStorage.setItem('session:payment:crypto-withdraw', '{}');
    return () => sessionStorage.removeItem('session:payment:crypto-withdraw');
  },
  play: sees(/may have been made/),
};

export const WithdrawalUnansweredThaiPhone: Story = {
  ...WithdrawalUnanswered,
  globals: { language: 'th_TH', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(),
};

/** The form of a payment that was submitted in another tab. */
export const WithdrawalSubmittedElsewhere: Story = {
  args: { at: '/crypto-withdraw' },
  beforeEach() {
    payment.send({ type: 'submittedElsewhere' });
    return () => payment.send({ type: 'reset' });
  },
  play: sees(/in another tab/),
};

export const WithdrawalSubmittedElsewhereChinese: Story = {
  ...WithdrawalSubmittedElsewhere,
  globals: { language: 'zh_CN', viewport: { value: 'phone' } },
  play: sees(/另一个标签页/),
};
