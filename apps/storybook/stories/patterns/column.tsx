import type { Decorator } from '@storybook/react-vite';

/** As wide as the sheet or the page that it is on. */
export const inColumn: Decorator = (Story) => (
  <div style={{ maxWidth: 520, marginInline: 'auto' }}>
    <Story />
  </div>
);
