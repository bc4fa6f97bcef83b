import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Error', args: { at: '/wallet' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** One part fails to load and can be retried. The other parts are shown. */
export const OnePart: Story = {
  parameters: { answers: { getValuation: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/6,246\.04/),
};
/** The page can't be shown without this data. */
export const WholePage: Story = {
  parameters: { answers: { getAuthUser: { fails: 'SERVICE_UNAVAILABLE' } }, isBroken: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Reload' }, { timeout: 5000 })).toBeVisible();
  },
};
/** The page does not exist, or not for this customer. */
export const NotFound: Story = { args: { at: '/404' }, play: sees() };
