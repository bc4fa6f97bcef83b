import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Deposit', args: { at: '/crypto-deposit?currency=WUSD' } } satisfies Meta<
  typeof Screen
>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Deposit address as text and QR code, with the minimum amount and the number of confirmations. */
export const Target: Story = {
  play: async ({ canvas, userEvent, parameters }) => {
    await sees()({ canvas, parameters });
    await userEvent.selectOptions(await canvas.findByRole('combobox', { name: 'Network' }), 'Polygon');
    await expect(await canvas.findByRole('img', { name: /QR/ })).toBeVisible();
  },
};
