import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { Card } from '../Card/index.js';
import { Money } from '../Money/index.js';
import { DataTable } from './index.js';

const amount = (value: string, currency: string) => ({
  content: <Money amount={value} currency={currency} isMuted={value === '0.00'} />,
  isEmpty: value === '0.00',
});

const meta = {
  title: 'Components/DataTable',
  component: DataTable,
  args: {
    title: 'Fiat',
    columns: [
      { key: 'available', label: 'Available' },
      { key: 'held', label: 'Held', isSecondary: true },
      { key: 'pending', label: 'Pending', isSecondary: true },
    ],
    rows: [
      {
        key: 'SGD',
        header: 'SGD',
        cells: { available: amount('1,250.00', 'SGD'), held: amount('40.00', 'SGD'), pending: amount('0.00', 'SGD') },
      },
      {
        key: 'USD',
        header: 'USD',
        cells: { available: amount('0.00', 'USD'), held: amount('0.00', 'USD'), pending: amount('0.00', 'USD') },
      },
    ],
  },
  decorators: [
    (Story) => (
      <Card padding="none">
        <Story />
      </Card>
    ),
  ],
} satisfies Meta<typeof DataTable>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Each cell is associated with the headers of its row and column. */
export const Default: Story = {
  play: async ({ canvas }) => {
    const table = within(canvas.getByRole('table', { name: 'Fiat' }));
    await expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Fiat',
      'Available',
      'Held',
      'Pending',
    ]);
    const row = within(table.getByRole('row', { name: /^SGD/ }));
    await expect(row.getByRole('rowheader')).toHaveTextContent('SGD');
    await expect(row.getAllByRole('cell')[1]).toHaveTextContent('40.00 SGD');
  },
};
export const Highlighted: Story = {
  args: {
    rows: [{ key: 'SGD', header: 'SGD', cells: { available: { content: '1,250.00' } }, isHighlighted: true }],
    columns: [{ key: 'available', label: 'Available' }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('row', { name: /^SGD/ })).toHaveAttribute('data-highlighted');
  },
};

/** On a phone the title is above the rows. */
export const TitledPhone: Story = {
  args: { isTitled: true },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Fiat', { selector: 'div' })).toBeVisible();
    await expect(canvas.getByRole('table', { name: 'Fiat' })).toBeVisible();
  },
};
