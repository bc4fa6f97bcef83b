import type { Meta, StoryObj } from '@storybook/react-vite';
import { nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Empty', args: { at: '/wallet-history' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** No transactions yet: describes the future content and the first step. */
export const NothingYet: Story = { parameters: { answers: { searchHistory: nothing } }, play: sees() };
/** No results for the filter: offers to clear it. */
export const NothingFound: Story = {
  args: { at: '/wallet-history?text=f00d' },
  parameters: { answers: { searchHistory: nothing } },
  play: sees(),
};
/** Names the missing prerequisite. */
export const NowhereToGo: Story = {
  args: { at: '/crypto-withdraw' },
  parameters: { answers: { listBlockchainAddresses: [] } },
  play: sees(),
};
