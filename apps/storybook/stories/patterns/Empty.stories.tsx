import type { Meta, StoryObj } from '@storybook/react-vite';
import { nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Empty', args: { at: '/wallet-history' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Nothing happened yet: what will be here, and how to begin. */
export const NothingYet: Story = { parameters: { answers: { searchHistory: nothing } }, play: sees() };
/** Nothing fits what was asked for: the way back to everything. */
export const NothingFound: Story = {
  args: { at: '/wallet-history?text=f00d' },
  parameters: { answers: { searchHistory: nothing } },
  play: sees(),
};
/** What has to be there first. */
export const NowhereToGo: Story = {
  args: { at: '/crypto-withdraw' },
  parameters: { answers: { listBlockchainAddresses: [] } },
  play: sees(),
};
