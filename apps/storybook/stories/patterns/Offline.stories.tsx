import type { Meta, StoryObj } from '@storybook/react-vite';
import { connection } from '@wusd/web/shared/api/connection.ts';
import { expect } from 'storybook/test';
import { ofScreens, type Screen, sees } from '../screens/Screen.tsx';

const meta = { ...ofScreens, title: 'Patterns/Offline', args: { at: '/wallet' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Loaded content stays with its age. Content that can't be loaded says so. */
export const Lost: Story = {
  play: async ({ canvas, parameters }) => {
    await sees(/6,246\.04/)({ canvas, parameters });
    connection.set('offline');
    await expect(await canvas.findByText(/You are offline\. What you see is from/)).toBeVisible();
    await expect(canvas.getAllByText(/6,246\.04/)[0]).toBeVisible();
  },
};

export const LostChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: async ({ canvas, parameters }) => {
    await sees(/6,246\.04/)({ canvas, parameters });
    connection.set('offline');
    await expect(await canvas.findByText(/您已离线/)).toBeVisible();
  },
};

/** Opened offline: the app is cached on the device, its data is not. */
export const OpenedWithout: Story = {
  parameters: { answers: { getAuthUser: 'offline' }, isBroken: true, isWithoutConnection: true },
  play: sees(/This can’t be shown offline/),
};

/** The network works, but the server does not: the page retries automatically, and at once on request. */
export const ServerDown: Story = {
  play: async ({ canvas, parameters }) => {
    await sees(/6,246\.04/)({ canvas, parameters });
    connection.set('unreachable');
    await expect(await canvas.findByText(/Our server does not answer right now\. What you see is from/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
