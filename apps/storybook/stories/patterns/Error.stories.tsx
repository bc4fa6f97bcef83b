import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Error', args: { at: '/wallet' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** One part can’t be had: the others stand, and it can be asked for again. */
export const OnePart: Story = {
  parameters: { answers: { getValuation: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/6,246\.04/),
};
/** Nothing can be shown without it. */
export const WholePage: Story = {
  parameters: { answers: { getAuthUser: { fails: 'SERVICE_UNAVAILABLE' } }, isBroken: true },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Reload' }, { timeout: 5000 })).toBeVisible();
  },
};
/** An address that leads nowhere, or nowhere for this customer. */
export const NotFound: Story = { args: { at: '/404' }, play: sees() };
