import type { Meta, StoryObj } from '@storybook/react-vite';
import { Spinner } from './index.js';

const meta = { title: 'Components/Spinner', component: Spinner } satisfies Meta<typeof Spinner>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Decoration: Story = {};
export const Announced: Story = { args: { label: 'Loading' } };
