import type { Meta, StoryObj } from '@storybook/react-vite';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/Home', args: { at: '/home' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Stranger: Story = {
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const StrangerThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const StrangerChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  parameters: { isSignedIn: false },
  play: sees(/1 USD = 1\.00 WUSD/),
};

export const Customer: Story = {
  play: sees(),
};
