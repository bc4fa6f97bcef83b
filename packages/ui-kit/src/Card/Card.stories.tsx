import type { Meta, StoryObj } from '@storybook/react-vite';
import { Card } from './index.js';

const meta = { title: 'Components/Card', component: Card, args: { children: 'One thing.' } } satisfies Meta<
  typeof Card
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Generous: Story = { args: { padding: 'generous' } };
export const WithoutPadding: Story = { args: { padding: 'none' } };
