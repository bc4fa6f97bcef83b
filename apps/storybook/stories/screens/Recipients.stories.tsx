import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Recipients', args: { at: '/recipients' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Saved: Story = {
  play: sees(/Everyday account/),
};

export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/Everyday account/),
};

/** One action, with its benefit. */
export const NothingYet: Story = {
  parameters: { answers: { listBankAccounts: [], listBlockchainAddresses: [] } },
  play: sees(/No recipients yet/),
};

/** One kind of recipient fails to load; the other is shown. */
export const HalfUnavailable: Story = {
  parameters: { answers: { listBankAccounts: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/Landlord/),
};

export const OnItsWay: Story = {
  parameters: { answers: { listBankAccounts: 'never', listBlockchainAddresses: 'never' } },
  play: sees(),
};
