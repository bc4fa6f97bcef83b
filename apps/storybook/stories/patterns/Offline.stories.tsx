import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Offline', args: { at: '/wallet' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** What is on screen stays, with its age; what can’t be asked for says so. */
export const Lost: Story = {
  play: async ({ canvas, parameters }) => {
    await sees(/6,249\.21/)({ canvas, parameters });
    const isOnline = spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await expect(await canvas.findByText(/offline/i)).toBeVisible();
    await expect(canvas.getAllByText(/6,249\.21/)[0]).toBeVisible();
    isOnline.mockRestore();
  },
};
