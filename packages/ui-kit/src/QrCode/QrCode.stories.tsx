import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { QrCode } from './index.js';

const meta = {
  title: 'Components/QrCode',
  component: QrCode,
  args: { value: '0x52908400098527886E0F7030069857D2E4169EE7', label: 'QR code of your address' },
} satisfies Meta<typeof QrCode>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Address: Story = {
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('img', { name: 'QR code of your address' })).toBeVisible();
  },
};
export const Large: Story = { args: { size: 320 } };
