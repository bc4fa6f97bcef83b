import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../testing/render.tsx';
import type { Filters } from './filters.ts';
import { HistoryFilters } from './HistoryFilters.tsx';

async function renderFilters(filters: Filters = {}) {
  const onChange = vi.fn<(change: Partial<Filters>) => void>();
  const { screen } = await renderInApp(<HistoryFilters filters={filters} onChange={onChange} clear={null} />);
  return { screen, onChange };
}

test('a search is reported once typing pauses', async () => {
  const { screen, onChange } = await renderFilters();
  await screen.getByLabelText('Recipient, amount, reference or id').fill('ctx_01');
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ text: 'ctx_01' }));
  expect(onChange.mock.calls.filter(([{ text }]) => text !== undefined && text !== '')).toHaveLength(1);
});

test('kind, status and currency are reported, and "All" clears a filter', async () => {
  const { screen, onChange } = await renderFilters({ kind: 'swap' });
  await screen.getByLabelText('Type').selectOptions('Deposits from a bank');
  expect(onChange).toHaveBeenLastCalledWith({ kind: 'fiat-deposit' });
  await screen.getByLabelText('Type').selectOptions('All');
  expect(onChange).toHaveBeenLastCalledWith({ kind: undefined });
  await screen.getByLabelText('Status').selectOptions('Waiting for something');
  expect(onChange).toHaveBeenLastCalledWith({ status: 'held' });
  await screen.getByLabelText('Currency').selectOptions('SGD');
  expect(onChange).toHaveBeenLastCalledWith({ currency: 'SGD' });
});

test('a period that ends before it begins shows an error at its first day', async () => {
  const { screen } = await renderFilters({ from: '2026-04-30', to: '2026-03-01' });
  const from = screen.getByLabelText('From');
  await expect.element(from).toHaveAccessibleDescription('The first day is after the last.');
  await expect.element(from).toHaveAttribute('aria-invalid', 'true');
});

test('on a phone, all filters except the search are collapsed at first', async () => {
  await page.viewport(375, 812);
  const { screen } = await renderFilters();
  await expect.element(screen.getByLabelText('Type')).not.toBeVisible();
  await screen.getByRole('button', { name: 'Filters' }).click();
  await expect.element(screen.getByLabelText('Type')).toBeVisible();
});
