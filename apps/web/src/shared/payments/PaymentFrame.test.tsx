import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../testing/render.tsx';
import { PaymentFrame } from './PaymentFrame.tsx';
import { Summary } from './Summary.tsx';

const frame = (
  <PaymentFrame
    title="Withdraw"
    intro="To a saved address."
    step="details"
    note="crypto.withdraw.link.amount"
    side={undefined}
  >
    <Summary
      lines={[
        { label: 'To', value: 'Landlord' },
        { label: 'Fee', value: undefined },
      ]}
    >
      <p>Fee: 5.00 WUSD</p>
    </Summary>
  </PaymentFrame>
);

test('on a desktop, the side column has the summary, with a dash for an unknown value', async () => {
  const { screen } = await renderInApp(frame);
  const summary = screen.getByRole('region', { name: 'Summary' });
  await expect.element(summary).toMatchTextContent('SummaryToLandlordFee—');
  expect(screen.getByText('Fee: 5.00 WUSD').query()).toBeNull();
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Details' }))
    .toHaveAttribute('aria-current', 'step');
});

test('the note about an ignored part of a link is shown above the form', async () => {
  const { screen } = await renderInApp(frame);
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^The amount in the link isn’t a plain number/);
});

test('on a phone, the step shows the total instead of the summary', async () => {
  await page.viewport(375, 800);
  const { screen } = await renderInApp(frame);
  await expect.element(screen.getByText('Fee: 5.00 WUSD')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Summary' }).query()).toBeNull();
});
