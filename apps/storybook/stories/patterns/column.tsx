import type { Decorator } from '@storybook/react-vite';
import { Card } from '@wusd/ui-kit/Card';

/** As wide as the sheet or the page that it is on. */
export const inColumn: Decorator = (Story) => (
  <div style={{ maxWidth: 520, marginInline: 'auto' }}>
    <Story />
  </div>
);

/** On a card, as on its page: what is in it reaches into the card’s padding. */
export const onCard: Decorator = (Story) => (
  <Card>
    <Story />
  </Card>
);
