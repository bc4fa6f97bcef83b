import type { Meta, StoryObj } from '@storybook/react-vite';
import { Logo } from './index.js';

const meta = { title: 'Components/Logo', component: Logo } satisfies Meta<typeof Logo>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Mark: Story = {};
export const Small: Story = { args: { size: 16 } };
export const WithWordmark: Story = { args: { wordmark: 'WUSD Wallet' } };
