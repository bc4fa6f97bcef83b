import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '@wusd/ui-kit/Button';
import { type Token, vars } from '@wusd/ui-kit/tokens';
import { useState } from 'react';

const durations: Token[] = ['durationHover', 'durationMenu', 'durationDialog', 'durationSheet'];

/**
 * Durations of animations: larger elements take longer, up to 280 ms. With reduced motion, elements appear at once. An
 * amount to be confirmed never moves.
 */
function Durations() {
  const [isThere, setThere] = useState(false);
  return (
    <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
      <Button variant="secondary" onClick={() => setThere(!isThere)}>
        {isThere ? 'Back' : 'Go'}
      </Button>
      {durations.map((token) => (
        <div key={token} style={{ display: 'grid', gap: 4, width: 320 }}>
          {token}
          <div
            style={{
              width: 48,
              height: 16,
              borderRadius: vars.radiusChip,
              background: vars.accent,
              transform: isThere ? 'translateX(272px)' : undefined,
              transition: `transform ${vars[token]}`,
            }}
          />
        </div>
      ))}
    </div>
  );
}

const meta = { title: 'Foundations/Motion', component: Durations } satisfies Meta<typeof Durations>;
export default meta;

export const Scale: StoryObj<typeof meta> = {};
