import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { Card } from '../Card/index.js';
import { Chip } from '../Chip/index.js';
import { CurrencyIcon } from '../CurrencyIcon/index.js';
import { List, ListRow, type ListRowProps, ListSkeleton } from './index.js';

const done = (
  <Chip tone="positive" icon="check">
    Completed
  </Chip>
);
/** Rows must be inside a list. */
const inList = (row: ListRowProps) => (
  <List label="Movements">
    <ListRow {...row} />
    <ListRow
      {...row}
      title="Withdrawal · DBS"
      amount={row.amount && '−250.00 SGD'}
      leading={row.leading && <CurrencyIcon currency="SGD" />}
    />
  </List>
);
const meta = {
  title: 'Components/List',
  component: ListRow,
  args: {
    leading: <CurrencyIcon currency="USDC" />,
    title: 'Deposit · Polygon',
    note: 'Nov 20, 2026, 09:44',
    amount: '+2,620.80 USDC',
    status: done,
    onPress: fn(),
  },
  render: inList,
  subcomponents: { List, ListSkeleton },
  // A row extends into the padding of its container.
  decorators: [
    (Story) => (
      <Card>
        <Story />
      </Card>
    ),
  ],
} satisfies Meta<typeof ListRow>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The whole row is one button, named by its text. */
export const Movement: Story = {
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Deposit · Polygon.*2,620\.80 USDC.*Completed$/ }));
    await expect(args.onPress).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Enter}');
    await expect(args.onPress).toHaveBeenCalledTimes(2);
  },
};
export const Swap: Story = { args: { title: 'Swap', amount: '2,237.65 WUSD', amountNote: '−2,241.47 USDC' } };
/** A row with only a title and a status. */
export const Plain: Story = { args: { leading: undefined, amount: undefined, title: '250.00 WUSD' } };
/** On narrow screens the status is below. */
export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };
export const LongThai: Story = {
  args: {
    title: 'การแลกอัตโนมัติเป็นดอลลาร์สหรัฐและจ่ายเข้าบัญชีธนาคารเริ่มต้น',
    note: '20 พ.ย. 2026 09:44',
  },
};

/** Shows the expected number of rows, if known. */
export const Waiting: Story = { render: () => <ListSkeleton count={4} hasLeading /> };
/**
 * Thousands of rows, of which only the visible ones are rendered. The scroll container sets the total height and each
 * position.
 */
export const Placed: Story = {
  render: (row) => (
    <List label="Movements" placedHeight={73 * 3}>
      {[0, 2].map((place) => (
        <li key={place} aria-posinset={place + 1} aria-setsize={3} style={{ transform: `translateY(${place * 73}px)` }}>
          <ListRow {...row} />
        </li>
      ))}
    </List>
  ),
};
