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
/** Rows are of a list. */
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
  // A row reaches into the padding of what it is in.
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

/** All of it can be pressed, and is one button by its words. */
export const Movement: Story = {
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Deposit · Polygon.*2,620\.80 USDC.*Completed$/ }));
    await expect(args.onPress).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Enter}');
    await expect(args.onPress).toHaveBeenCalledTimes(2);
  },
};
export const Swap: Story = { args: { title: 'Swap', amount: '2,237.65 WUSD', amountNote: '−2,241.47 USDC' } };
/** Without an icon and with nothing at its end but how far it is. */
export const Plain: Story = { args: { leading: undefined, amount: undefined, title: '250.00 WUSD' } };
/** Where it is narrow, how far it is stands below. */
export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };
export const LongThai: Story = {
  args: {
    title: 'การแลกอัตโนมัติเป็นดอลลาร์สหรัฐและจ่ายเข้าบัญชีธนาคารเริ่มต้น',
    note: '20 พ.ย. 2026 09:44',
  },
};

/** As many as will come, where that is known. */
export const Waiting: Story = { render: () => <ListSkeleton count={4} hasLeading /> };
/** Thousands, of which only those in sight are drawn: whoever scrolls says how high all of them are, and where each is. */
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
