import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Token, vars } from '@wusd/ui-kit/tokens';

const surfaces: Token[] = [
  'canvas',
  'surface',
  'sunken',
  'raised',
  'accentWash',
  'positiveWash',
  'warningWash',
  'negativeWash',
];
const texts: Partial<Record<Token, Token[]>> = {
  accentWash: ['fg', 'accentFg'],
  positiveWash: ['fg', 'positive'],
  warningWash: ['fg', 'warning'],
  negativeWash: ['fg', 'negative'],
};
const onPlain: Token[] = ['fg', 'fgMuted', 'fgSubtle'];

/** Which text may stand on which surface. Each pair is checked by the build. */
function Pairs() {
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      {surfaces.map((surface) => (
        <div key={surface} style={{ padding: 16, background: vars[surface], border: `1px solid ${vars.border}` }}>
          {(texts[surface] ?? onPlain).map((text) => (
            <p key={text} style={{ color: vars[text] }}>
              {text} on {surface}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

const meta = { title: 'Foundations/Colour', component: Pairs } satisfies Meta<typeof Pairs>;
export default meta;

export const Roles: StoryObj<typeof meta> = {};
