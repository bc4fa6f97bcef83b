import type { Meta, StoryObj } from '@storybook/react-vite';
import { errors } from '@wusd/api-sdk/domain';
import { expect } from 'storybook/test';
import { nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Swap', args: { at: '/mint-redeem' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Customer: Story = {
  play: sees(),
};

export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(),
};

export const ChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(),
};

export const Stranger: Story = {
  parameters: { isSignedIn: false },
  play: sees(),
};

export const WithoutARate: Story = {
  parameters: { answers: { getOtcRate: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};

const review = {
  blockers: [],
  checkGroups: [{ anyOf: [{ checkType: 2 as const, masked: 'li***a@example.com' }] }],
  sends: { currency: 'USD' as const, amount: '20.00' },
  fees: [],
  receives: { currency: 'WUSD' as const, amount: '20.00' },
  arrivesBy: '2026-03-01T08:00:05.000Z',
};

/** Types an amount and continues. */
const continues: Story['play'] = async (context) => {
  await sees()(context);
  const { canvas, userEvent } = context;
  await userEvent.type(canvas.getByLabelText('You send'), '20');
  await userEvent.click(canvas.getByRole('button', { name: 'Review' }));
};

/** The preview names what keeps the customer from swapping. */
export const Blocked: Story = {
  parameters: {
    answers: {
      submitOtc: {
        ...review,
        checkGroups: [],
        blockers: [
          {
            errCode: errors.IDENTITY_NOT_VERIFIED.code,
            message: 'Your identity must be verified before money can move.',
            who: 'customer',
            nextAction: 'verify-identity',
          },
        ],
      },
    },
  },
  play: async (context) => {
    await continues(context);
    await expect(await context.canvas.findByText('Before you can swap')).toBeVisible();
    await expect(context.canvas.getByLabelText('You send')).toHaveValue('20');
  },
};

/** A preview under way. */
export const Previewing: Story = {
  parameters: { answers: { submitOtc: 'never' } },
  play: continues,
};

export const Reviewed: Story = {
  parameters: {
    answers: {
      submitOtc: { ...review, intentId: 'int_01hqxyz0000000000000000000', expiresAt: '2099-01-01T00:00:00.000Z' },
    },
  },
  play: async (context) => {
    await continues(context);
    await expect(await context.canvas.findByRole('heading', { name: 'Review your swap' })).toHaveFocus();
  },
};

export const Orders: Story = {
  args: { at: '/mint-redeem-order' },
  play: sees(/WUSD/),
};

export const OrdersThaiPhone: Story = {
  args: { at: '/mint-redeem-order' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/WUSD/),
};

export const OrdersEmpty: Story = {
  args: { at: '/mint-redeem-order' },
  parameters: { answers: { searchOtc: nothing } },
  play: sees(),
};

export const OrdersUnavailable: Story = {
  args: { at: '/mint-redeem-order' },
  parameters: { answers: { searchOtc: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};
