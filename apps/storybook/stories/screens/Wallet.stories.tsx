import type { Meta, StoryObj } from '@storybook/react-vite';
import { linaBut, nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Wallet', args: { at: '/wallet' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AYearOld: Story = {
  play: sees(/6,246\.04/),
};

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

export const ChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/6,246\.04/),
};

export const Pseudo: Story = {
  globals: { language: 'en_XA' },
  play: sees(/6,246\.04/),
};

/** The first day: no transactions, and a link to the first deposit. */
export const NothingYet: Story = {
  parameters: {
    answers: {
      ...linaBut('listWalletAccounts', (accounts) =>
        accounts.map((each) => ({ ...each, available: '0.00', held: '0.00', pending: '0.00' })),
      ),
      ...linaBut('getValuation', (valuation) => ({ ...valuation, total: '0.00', course: [] })),
      searchHistory: nothing,
      searchOtc: nothing,
    },
  },
  play: sees(),
};

/** Before the responses arrive. */
export const OnItsWay: Story = {
  parameters: { answers: { listWalletAccounts: 'never', getValuation: 'never', searchHistory: 'never' } },
  play: sees(),
};

export const Unavailable: Story = {
  parameters: { answers: { listWalletAccounts: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};

export const WithoutItsTotal: Story = {
  parameters: { answers: { getValuation: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/6,246\.04/),
};
