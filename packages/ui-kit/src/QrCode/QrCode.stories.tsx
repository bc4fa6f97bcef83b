import type { Meta, StoryObj } from '@storybook/react-vite';
import decodeQr from 'qr/decode.js';
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
    const code = within(canvasElement).getByRole('img', { name: 'QR code of your address' });
    await expect(code).toBeVisible();
    await expect(read(code)).toBe(meta.args.value);
  },
};

/** Decodes the code like a camera. */
function read(code: HTMLElement): string {
  const scale = 4;
  const width = Number(code.getAttribute('viewBox')?.split(' ')[2]) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of code
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)/g) ?? [])
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4;
      data.fill(0, start, start + scale * 4);
    }
  return decodeQr({ width, height: width, data });
}

export const Large: Story = { args: { size: 320 } };
