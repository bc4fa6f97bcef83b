import type { Decorator } from '@storybook/react-vite';
import { Card } from '@wusd/ui-kit/Card';

/** Limits the width to that of a sheet or page. */
export const inColumn: Decorator = (Story) => (
  <div style={{ maxWidth: 520, marginInline: 'auto' }}>
    <Story />
  </div>
);

/** Shows the component on a card, because it extends into the card’s padding. */
export const onCard: Decorator = (Story) => (
  <Card>
    <Story />
  </Card>
);
