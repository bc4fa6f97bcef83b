import type { Meta, StoryObj } from '@storybook/react-vite';
import { Money } from './index.js';

const meta = {
  title: 'Components/Money',
  component: Money,
  args: { amount: '12,480.50', currency: 'WUSD' },
} satisfies Meta<typeof Money>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Body: Story = {};
export const Headline: Story = { args: { size: 'headline' } };
export const Hero: Story = { args: { size: 'hero' } };
export const Zero: Story = { args: { amount: '0.00', isMuted: true } };
