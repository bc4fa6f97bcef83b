import { currencies, type Currency } from '@wusd/api-sdk/domain';
import { cookieAgreement } from '../../app/preferences.ts';
import { createValue } from '../../app/value.ts';

const key = 'wallet-currency';

function stored(): Currency {
  try {
    return currencies.find((each) => each === localStorage.getItem(key)) ?? 'USD';
  } catch {
    return 'USD';
  }
}

/** What totals are shown in. */
export const shownCurrency = createValue<Currency>(stored());

/** Kept for the next visit, but not against one's wish. */
export function chooseShown(currency: Currency): void {
  shownCurrency.set(currency);
  if (cookieAgreement.get() === 'necessary') return;
  try {
    localStorage.setItem(key, currency);
  } catch {
    // As long as the page lives, then.
  }
}
