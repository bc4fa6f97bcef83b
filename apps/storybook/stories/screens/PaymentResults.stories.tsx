import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut } from '../../answers/lina.ts';
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

const at = '2026-11-25T05:44:47.000Z';
const later = '2026-11-26T05:44:47.000Z';
const asked = { status: 'to be processed', at, actor: 'customer' } as const;
const cancellable = [
  { to: 'processing', who: 'system' },
  { to: 'cancelled', who: 'customer' },
] as const;

/** A withdrawal of 1,250.50 SGD to the landlord. */
const withdrawal = (change: Partial<Transaction>) =>
  linaBut('getFiatTransaction', (deposit): Transaction => ({
    ...deposit,
    direction: 'withdrawal',
    pay: { currency: 'SGD', amount: '1275.50' },
    receive: { currency: 'SGD', amount: '1250.50' },
    fees: [{ name: 'bank fee', money: { currency: 'SGD', amount: '25.00' } }],
    rail: 'SWIFT',
    receivingAccount: 'Landlord •••• 4567',
    reference: 'FTX01M88KRC4RC8Y07G94BTX1ARWN',
    status: 'to be processed',
    timeline: [asked],
    nextMoves: [...cancellable],
    ...change,
  }));

export const Scheduled: Story = {
  parameters: {
    answers: withdrawal({
      hold: {
        reasonCode: 'new-destination',
        message: 'This account was saved or changed less than 24 hours ago. You can cancel until then.',
        who: 'system',
        until: later,
      },
    }),
  },
  play: sees(/Scheduled for/),
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
      hold: { reasonCode: 'review', message: 'Our staff is looking at this withdrawal.', who: 'Operations' },
      timeline: [asked, { status: 'to be confirmed', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'to be processed', who: 'Operations' },
        { to: 'rejected', who: 'Operations' },
      ],
    }),
  },
  play: sees(/On hold/),
};

export const ActionRequired: Story = {
  parameters: {
    answers: withdrawal({
      hold: { reasonCode: 'identity', message: 'Your identity has to be verified first.', who: 'customer' },
    }),
  },
  play: sees(/action required/),
};

export const OnItsWay: Story = {
  parameters: {
    answers: withdrawal({
      status: 'processing',
      timeline: [asked, { status: 'processing', at: later, actor: 'system' }],
      nextMoves: [
        { to: 'completed', who: 'system' },
        { to: 'failed', who: 'system' },
      ],
    }),
  },
  play: sees(/on its way/),
};

const completed: Partial<Transaction> = {
  status: 'completed',
  timeline: [asked, { status: 'processing', at, actor: 'system' }, { status: 'completed', at: later, actor: 'system' }],
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
      timeline: [asked, { status: 'cancelled', at: later, actor: 'customer' }],
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
        asked,
        { status: 'rejected', at: later, actor: 'Operations', reason: 'We reviewed it and couldn’t approve it.' },
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
        asked,
        { status: 'processing', at, actor: 'system' },
        { status: 'failed', at: later, actor: 'system', reason: 'The receiving bank sent it back.' },
      ],
      nextMoves: [],
    }),
  },
  play: sees(/money returned/),
};

/** Addressed by nobody, or by who may not see it. */
export const Processing: Story = {
  args: { at: '/result/fiat-withdraw-success' },
  play: sees(/1 to 2 business days/),
};

export const DepositExpected: Story = {
  args: { at: '/result/fiat-deposit-success?transaction=ftx_01m88krc4rc8y07g94btx1arwn' },
  play: sees(/We are looking out for your wire/),
};

export const SwapCompleted: Story = {
  args: { at: '/mint-redeem/success?result=%7B%22id%22%3A%22otc_01m88krc4rc8y07g94btx1arwn%22%7D' },
  play: sees(/Swap complete/),
};
