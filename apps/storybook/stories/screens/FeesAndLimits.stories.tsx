import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = {
  ...ofScreens,
  title: 'Screens/Fees and limits',
  args: { at: '/fees-and-limits' },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const InDollars: Story = {
  play: sees(/Free up to 100,000\.00 WUSD in 30 days, then 0\.05%/),
};

export const InWusdThaiPhone: Story = {
  args: { at: '/fees-and-limits?currency=WUSD' },
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/Ethereum/),
};

export const ChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/工作日/),
};

/** Remaining limits are hidden from visitors. */
export const SignedOut: Story = {
  parameters: {
    isSignedIn: false,
    answers: linaBut('listPaymentTerms', (terms) =>
      terms.map((row) => {
        const general = { ...row };
        delete general.maximumNow;
        delete general.rollingDay;
        delete general.rolling30Days;
        return general;
      }),
    ),
  },
  play: sees(/These are the terms of an individual/),
};

export const OldAddressPhone: Story = {
  args: { at: '/limits' },
  globals: { viewport: { value: 'phone' } },
  play: sees(/Fees for/),
};

export const CurrencyWithoutPayments: Story = {
  parameters: { answers: { listPaymentTerms: [] } },
  play: sees(/No payment in it is offered here/),
};

export const Loading: Story = {
  parameters: { answers: { listPaymentTerms: 'never', listLimits: 'never' } },
  play: sees(),
};

export const Unavailable: Story = {
  parameters: { answers: { listPaymentTerms: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/Fees can’t be shown right now/),
};
