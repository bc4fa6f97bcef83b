import type { Meta, StoryObj } from '@storybook/react-vite';
import { Skeleton } from './index.js';

const meta = { title: 'Components/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {};
export const Disc: Story = { args: { width: '32px', height: '32px', isRound: true } };
