import type { Meta, StoryObj } from '@storybook/react-vite';
import { type Token, vars } from '@wusd/ui-kit/tokens';

const samples: Record<string, string> = {
  'en-US': 'Withdraw 1,250.00 SGD by 4 June',
  'zh-CN': '提现 1,250.00 SGD，预计 6 月 4 日到账',
  'th-TH': 'ถอน 1,250.00 SGD ภายในวันที่ 4 มิถุนายน ขั้นต่ำ',
};
const styles: Token[] = [
  'typeAmountHero',
  'typeTitle1',
  'typeTitle2',
  'typeHeadline',
  'typeBody',
  'typeLabel',
  'typeCaption',
];

/** Every type style in three scripts. No glyph may be clipped. */
function Styles() {
  return (
    <div style={{ display: 'grid', gap: 24 }}>
      {styles.map((style) => (
        <div key={style}>
          {Object.entries(samples).map(([language, text]) => (
            <p key={language} lang={language} style={{ font: vars[style] }}>
              {text}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

const meta = { title: 'Foundations/Type', component: Styles } satisfies Meta<typeof Styles>;
export default meta;

export const Scripts: StoryObj<typeof meta> = {};
