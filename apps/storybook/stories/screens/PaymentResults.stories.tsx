import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut, without } from '../../answers/lina.ts';
import { at, due, later, requested, scheduled } from '../../answers/transfers.ts';
import { serverMessage } from '../../answers/server-messages.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = {
  ...ofScreens,
  title: 'Screens/Payment results',
  args: { at: '/result/fiat-withdraw-success?transaction=ftx_01m88krc4rc8y07g94btx1arwn' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

type Change = Parameters<typeof linaBut<'getFiatTransaction'>>[1];
type Transaction = ReturnType<Change>;

const cancellable = [
  { to: 'processing', who: 'system' },
  { to: 'cancelled', who: 'customer' },
] as const;

/** A withdrawal of 1,250.50 SGD to the landlord. */
const withdrawal = (change: Partial<Transaction>) =>
  linaBut('getFiatTransaction', (deposit): Transaction => ({
    ...without(deposit, 'nextStep'),
    direction: 'withdrawal',
    pay: { currency: 'SGD', amount: '1275.50' },
    receive: { currency: 'SGD', amount: '1250.50' },
    fees: [{ name: 'bank fee', money: { currency: 'SGD', amount: '25.00' } }],
    rail: 'SWIFT',
    receivingAccount: 'Landlord •••• 4567',
    reference: 'FTX01M88KRC4RC8Y07G94BTX1ARWN',
    status: 'to be processed',
    timeline: [requested],
    nextMoves: [...cancellable],
    ...change,
  }));

export const Scheduled: Story = {
  parameters: {
    answers: withdrawal(scheduled(serverMessage('message.bankWithdrawalReason.new-destination'))),
  },
  play: sees(/You can cancel until/),
};

export const ScheduledThaiPhone: Story = {
  ...Scheduled,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/กำหนดส่ง/),
};

export const OnHold: Story = {
  parameters: {
    answers: withdrawal({
      status: 'to be confirmed',
      hold: { reasonCode: 'review', message: serverMessage('message.withdrawalReason.review'), who: 'Operations' },
      timeline: [requested, { status: 'to be confirmed', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'to be processed', who: 'Operations' },
        { to: 'rejected', who: 'Operations' },
      ],
      nextStep: { to: 'to be processed', who: 'Operations' },
    }),
  },
  play: sees(/On hold/),
};

export const ActionRequired: Story = {
  parameters: {
    answers: withdrawal({
      hold: { reasonCode: 'identity', message: serverMessage('message.withdrawalReason.identity'), who: 'customer' },
    }),
  },
  play: sees(/action required/),
};

export const OnItsWay: Story = {
  parameters: {
    answers: withdrawal({
      status: 'processing',
      timeline: [requested, { status: 'processing', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'completed', who: 'system' },
        { to: 'failed', who: 'system' },
      ],
      nextStep: { to: 'completed', who: 'system' },
    }),
  },
  play: sees(/on its way/),
};

const completed: Partial<Transaction> = {
  status: 'completed',
  timeline: [
    requested,
    { status: 'processing', at, actor: 'system' },
    { status: 'completed', at: later, actor: 'system' },
  ],
  nextMoves: [],
};

export const Completed: Story = {
  parameters: { answers: withdrawal(completed) },
  play: sees(/Withdrawal completed/),
};

export const CompletedChineseDark: Story = {
  ...Completed,
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/提现已完成/),
};

export const Cancelled: Story = {
  parameters: {
    answers: withdrawal({
      status: 'cancelled',
      timeline: [requested, { status: 'cancelled', at: later, actor: 'customer' }],
      nextMoves: [],
    }),
  },
  play: sees(/Withdrawal cancelled/),
};

export const NotApproved: Story = {
  parameters: {
    answers: withdrawal({
      status: 'rejected',
      timeline: [
        requested,
        {
          status: 'rejected',
          at: later,
          actor: 'Operations',
          reason: serverMessage('message.withdrawalReason.declined'),
        },
      ],
      nextMoves: [],
    }),
  },
  play: sees(/Withdrawal not approved/),
};

export const Failed: Story = {
  parameters: {
    answers: withdrawal({
      status: 'failed',
      timeline: [
        requested,
        { status: 'processing', at, actor: 'system' },
        {
          status: 'failed',
          at: later,
          actor: 'system',
          reason: serverMessage('message.bankWithdrawalReason.returned'),
        },
      ],
      nextMoves: [],
    }),
  },
  play: sees(/money returned/),
};

/** Opened without a transaction id, or by a customer without access to it. */
export const Processing: Story = {
  args: { at: '/result/fiat-withdraw-success' },
  play: sees(/1 to 2 business days/),
};

const deposit = { at: '/result/fiat-deposit-success?transaction=ftx_01m88krc4rc8y07g94btx1arwn' };
/** A wire of 1,509.36 SGD that was declared. */
const wire = (change: Partial<Transaction>) =>
  linaBut('getFiatTransaction', (declared): Transaction => ({
    ...without(declared, 'nextStep'),
    nextMoves: [],
    ...change,
  }));
const expected = { status: 'to be confirmed', at, actor: 'customer' } as const;
const received = { status: 'processing', at: later, actor: 'system' } as const;

/** An expected deposit: shows the reference again and states that the bank's confirmation is next. */
export const DepositExpected: Story = {
  args: deposit,
  play: sees(/WU528010192/),
};

export const DepositExpectedThaiPhone: Story = {
  ...DepositExpected,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
};

export const DepositReceived: Story = {
  args: deposit,
  parameters: {
    answers: wire({
      status: 'processing',
      hold: {
        reasonCode: 'high-risk',
        message: serverMessage('message.depositReason.high-risk'),
        who: 'Operations',
      },
      timeline: [expected, received],
      nextStep: { to: 'completed', who: 'Operations' },
    }),
  },
  play: sees(/compliance team/),
};

export const DepositCredited: Story = {
  args: deposit,
  parameters: {
    answers: wire({
      status: 'completed',
      timeline: [expected, received, { status: 'completed', at: later, actor: 'system' }],
    }),
  },
  play: sees(/Your deposit has arrived/),
};

export const DepositCancelled: Story = {
  args: deposit,
  parameters: {
    answers: wire({ status: 'cancelled', timeline: [expected, { status: 'cancelled', at: later, actor: 'customer' }] }),
  },
  play: sees(/Deposit cancelled/),
};

export const DepositRejected: Story = {
  args: deposit,
  parameters: {
    answers: wire({
      status: 'rejected',
      timeline: [
        expected,
        received,
        { status: 'rejected', at: later, actor: 'Operations', reason: serverMessage('message.depositReason.declined') },
      ],
    }),
  },
  play: sees(/couldn’t accept it/),
};

type Order = ReturnType<Parameters<typeof linaBut<'getOtc'>>[1]>;

/** A swap of 2,241.47 USDC. */
const order = (change: Partial<Order>) =>
  linaBut('getOtc', (completedOrder): Order => ({ ...completedOrder, ...change }));
const swapped = { at: '/mint-redeem/success?result=%7B%22id%22%3A%22otc_01m88krc4rc8y07g94btx1arwn%22%7D' };
const waits = { status: 'pending approval', at, actor: 'customer' } as const;
const ended = (status: Order['status'], actor: 'customer' | 'Operations' | 'system'): Story => ({
  args: swapped,
  parameters: { answers: order({ status, timeline: [waits, { status, at: later, actor }] }) },
  play: sees(/This swap did not go through/),
});

export const SwapCompleted: Story = {
  args: swapped,
  play: sees(/Swap complete/),
};

export const SwapPendingApproval: Story = {
  args: swapped,
  parameters: {
    answers: order({
      status: 'pending approval',
      rateExpiresAt: due,
      hold: {
        reasonCode: 'needs-approval',
        message: serverMessage('message.orderReason.needs-approval'),
        who: 'Operations',
        until: due,
      },
      timeline: [waits],
      nextMoves: [
        { to: 'processing', who: 'Operations' },
        { to: 'rejected', who: 'Operations' },
        { to: 'order cancelled', who: 'customer', until: due },
        { to: 'rate expired', who: 'system', at: due },
      ],
      nextStep: { to: 'processing', who: 'Operations' },
    }),
  },
  play: sees(/You can cancel until/),
};

export const SwapProcessing: Story = {
  args: swapped,
  parameters: {
    answers: order({
      status: 'processing',
      timeline: [{ status: 'processing', at, actor: 'customer' }],
      nextMoves: [
        { to: 'completed', who: 'system' },
        { to: 'failed', who: 'system' },
      ],
      nextStep: { to: 'completed', who: 'system' },
    }),
  },
  play: sees(/Your order is placed/),
};

export const SwapFailed: Story = ended('failed', 'system');
export const SwapRejected: Story = ended('rejected', 'Operations');
export const SwapRateExpired: Story = ended('rate expired', 'system');
export const SwapCancelled: Story = ended('order cancelled', 'customer');
