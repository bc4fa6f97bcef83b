import type { Meta, StoryObj } from '@storybook/react-vite';
import { nothing } from '../../answers/lina.ts';
import { ofScreens, type Screen, sees } from './Screen.tsx';

const meta = { ...ofScreens, title: 'Screens/History', args: { at: '/wallet-history' } } satisfies Meta<typeof Screen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const AYear: Story = {
  play: sees(/SGD/),
};

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: sees(/SGD/),
};

export const ThaiPhone: Story = {
  globals: { language: 'th_TH', viewport: { value: 'phone' } },
  play: sees(/SGD/),
};

export const ChineseDark: Story = {
  globals: { language: 'zh_CN', theme: 'dark' },
  play: sees(/SGD/),
};

export const NothingYet: Story = {
  parameters: { answers: { searchHistory: nothing } },
  play: sees(),
};

export const NothingFound: Story = {
  args: { at: '/wallet-history?text=f00d' },
  parameters: { answers: { searchHistory: nothing } },
  play: sees(),
};

export const OnItsWay: Story = {
  parameters: { answers: { searchHistory: 'never' } },
  play: sees(),
};

export const Unavailable: Story = {
  parameters: { answers: { searchHistory: { fails: 'SERVICE_UNAVAILABLE' } } },
  play: sees(),
};
