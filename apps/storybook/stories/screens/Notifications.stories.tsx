import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { Answers } from '../../answers/contract.ts';
import { noNotifications, notifications, preferences } from '../../answers/notifications.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = {
  ...ofScreens,
  title: 'Screens/Notifications',
  args: { at: '/notifications' },
  parameters: { ...ofScreens.parameters, answers: { listNotifications: notifications } },
} satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

const read: Answers = {
  listNotifications: {
    ...notifications,
    unreadCount: 0,
    items: notifications.items.map((each) => ({ ...each, isRead: true })),
  },
};

export const SomeUnread: Story = { play: sees(/12,480\.50 WUSD is in/) };

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: sees(/12,480\.50 WUSD is in/),
};

export const ThaiPhoneDark: Story = {
  globals: { language: 'th_TH', theme: 'dark', viewport: { value: 'phone' } },
  play: sees(/การแจ้งเตือน/),
};

export const ChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/通知/),
};

export const AllRead: Story = {
  parameters: { answers: read },
  play: async (context) => {
    await sees(/12,480\.50 WUSD is in/)(context);
    await expect(context.canvas.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  },
};

export const NothingYet: Story = {
  parameters: { answers: { listNotifications: noNotifications } },
  play: sees(/Nothing here yet/),
};

export const NothingOfTheKind: Story = {
  args: { at: '/notifications?kind=account' },
  parameters: { answers: { listNotifications: noNotifications } },
  play: sees(/Choose another kind/),
};

export const OnItsWay: Story = {
  parameters: { answers: { listNotifications: 'never' } },
  play: sees(),
};

export const Unavailable: Story = {
  parameters: { answers: { listNotifications: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be loaded/),
};

/** The panel that the bell in the header opens. */
export const Panel: Story = {
  args: { at: '/fees-and-limits' },
  play: async (context) => {
    await sees()(context);
    await userEvent.click(await context.canvas.findByRole('button', { name: /^Notifications/ }));
    const panel = within(await context.canvas.findByRole('region', { name: 'Notifications' }));
    await expect(await panel.findByText('12,480.50 WUSD is in your wallet.')).toBeVisible();
    await expect(panel.getByRole('link', { name: 'See all' })).toBeVisible();
  },
};

export const PanelThaiDark: Story = {
  args: { at: '/fees-and-limits' },
  globals: { language: 'th_TH', theme: 'dark' },
  play: async (context) => {
    await sees()(context);
    await userEvent.click(await context.canvas.findByRole('button', { name: /^การแจ้งเตือน/ }));
    await expect(await context.canvas.findByRole('link', { name: 'ดูทั้งหมด' })).toBeVisible();
  },
};

export const PanelEmpty: Story = {
  args: { at: '/fees-and-limits' },
  parameters: { answers: { listNotifications: noNotifications } },
  play: async (context) => {
    await sees()(context);
    await userEvent.click(await context.canvas.findByRole('button', { name: /^Notifications/ }));
    await expect(await context.canvas.findByText('Nothing here yet')).toBeVisible();
  },
};

const settings = { at: '/notifications/settings' };

/** Emails about security and money can't be disabled, and the page says so. */
export const Preferences: Story = {
  args: settings,
  parameters: { answers: { getNotificationPreferences: preferences, listNotifications: noNotifications } },
  play: async (context) => {
    await sees(/not yours/)(context);
    const [first] = context.canvas.getAllByRole('checkbox', { name: 'Email' });
    await expect(first).toBeDisabled();
    await expect(first).toHaveAccessibleDescription(/Always sent/);
  },
};

export const PreferencesPhoneThai: Story = {
  ...Preferences,
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/ส่งเสมอ/),
};

export const PreferencesDarkChinese: Story = {
  ...Preferences,
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/始终发送/),
};

export const PreferencesUnavailable: Story = {
  args: settings,
  parameters: { answers: { getNotificationPreferences: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(/can’t be loaded/),
};
