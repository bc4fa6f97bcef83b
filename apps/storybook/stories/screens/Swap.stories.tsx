import type { Meta, StoryObj } from '@storybook/react-vite';
import { nothing } from '../../answers/lina.ts';
import { expect, waitFor } from 'storybook/test';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Swap', args: { at: '/mint-redeem' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Customer: Story = {
  play: sees(),
};

/** Prefilled by a link. The summary shows the total. */
export const Filled: Story = {
  args: { at: '/mint-redeem?pay=USD&receive=WUSD&amount=250' },
  play: async (context) => {
    await sees(/Your WUSD balance/)(context);
    await waitFor(() => expect(context.canvas.getByLabelText('You receive')).toHaveValue('250.00'));
    await sees(/Rate as of/)(context);
  },
};

export const LinkNotOffered: Story = {
  args: { at: '/mint-redeem?pay=THB&receive=EUR&amount=250' },
  play: sees(/nothing was filled in/),
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

/** The entered amount has a quote, with an explanation of the charge and the remaining time. */
export const Quoted: Story = {
  play: async (context) => {
    await sees()(context);
    const { canvas, userEvent } = context;
    await userEvent.type(canvas.getByLabelText('You send'), '250');
    await sees(/Rate as of/)(context);
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
