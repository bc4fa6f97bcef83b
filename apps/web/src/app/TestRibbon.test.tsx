import { afterEach, expect, test } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { chooseCookies, cookieAgreement, foldRibbon } from '../shared/i18n/preferences.ts';
import { FoldedRibbon, TestRibbon } from './TestRibbon.tsx';

afterEach(() => {
  foldRibbon(false);
  localStorage.removeItem('ribbon');
  cookieAgreement.set(undefined);
});

async function renderBoth() {
  const { screen } = await renderInApp(
    <>
      <TestRibbon />
      <FoldedRibbon />
    </>,
  );
  return {
    line: screen.getByText(/No real money/),
    fold: screen.getByRole('button', { name: 'Hide the test bar' }),
    show: screen.getByRole('button', { name: 'Test mode' }),
  };
}

test('the ribbon folds into a button, stores that choice, and moves the focus when it folds and unfolds', async () => {
  const { line, fold, show } = await renderBoth();
  await expect.element(show).not.toBeInTheDocument();
  await fold.click();
  await expect.element(line).not.toBeVisible();
  await expect.element(show).toHaveFocus();
  expect(localStorage.getItem('ribbon')).toBe('folded');
  await show.click();
  await expect.element(line).toBeVisible();
  await expect.element(fold).toHaveFocus();
  expect(localStorage.getItem('ribbon')).toBe('shown');
});

test('the choice is not stored for a visitor who allows only necessary storage', async () => {
  const { fold, show } = await renderBoth();
  chooseCookies(false);
  await fold.click();
  await expect.element(show).toBeVisible();
  expect(localStorage.getItem('ribbon')).toBeNull();
});
