import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Asset', args: { at: '/asset?currency=WUSD' } } satisfies Meta<
  typeof Screen
>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A stablecoin, with its networks. */
export const Stablecoin: Story = {
  play: sees(/6,246\.04/),
};

/** A currency that is transferred between banks. */
export const Fiat: Story = {
  args: { at: '/asset?currency=SGD' },
  play: sees(/SGD/),
};

export const ThaiPhoneDark: Story = {
  globals: { language: 'th_TH', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(/6,246\.04/),
};

/** Before the responses arrive. */
export const OnItsWay: Story = {
  parameters: { answers: { listWalletAccounts: 'never', getValuation: 'never', searchHistory: 'never' } },
  play: sees(/Supported networks/),
};

/** Balances fail to load; other parts are shown. */
export const Unavailable: Story = {
  parameters: { answers: { listWalletAccounts: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};
