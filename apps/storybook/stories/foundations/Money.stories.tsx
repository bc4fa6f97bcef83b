import type { Meta, StoryObj } from '@storybook/react-vite';
import { formatAmount, formatExactAmount, formatRate, languages } from '@wusd/i18n';
import { Money } from '@wusd/ui-kit/Money';

const amounts: [string, string, number][] = [
  ['1250', 'SGD', 2],
  ['0.5', 'USD', 2],
  ['1000000', 'JPY', 0],
  ['2150.004219', 'USDC', 2],
  ['123456789012.345678901234567891', 'WUSD', 2],
];

/**
 * Amounts with the grouping of each language: truncated to the displayed decimals, never rounded up; all digits on
 * demand. No floats.
 */
function Amounts() {
  return (
    <table style={{ borderSpacing: '24px 8px' }}>
      <thead>
        <tr>
          <th scope="col">Language</th>
          {amounts.map(([, currency]) => (
            <th key={currency} scope="col" style={{ textAlign: 'end' }}>
              {currency}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {languages.map((language) => (
          <tr key={language}>
            <th scope="row">{language}</th>
            {amounts.map(([amount, currency, decimals]) => (
              <td key={currency} style={{ textAlign: 'end' }}>
                <Money amount={formatAmount(language, amount, decimals)} currency={currency} />
                <br />
                <Money amount={formatExactAmount(language, amount, decimals)} currency={currency} isMuted />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rates have two to eight digits, so that the amounts beside them can be recomputed. */
function Rates() {
  return (
    <ul style={{ display: 'grid', gap: 8 }}>
      {['1', '0.7431', '149.6554923', '0.006682091'].map((rate) => (
        <li key={rate}>
          {rate} is shown as {formatRate('en_US', rate)}
        </li>
      ))}
    </ul>
  );
}

const meta = { title: 'Foundations/Money', component: Amounts } satisfies Meta<typeof Amounts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Shown: Story = {};
export const Rate: Story = { render: () => <Rates /> };
