import { useQuery } from '@tanstack/react-query';
import { language } from '../../shared/i18n/preferences.ts';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { recipientScopes } from '../../shared/routing/recipient-scopes.ts';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { recipientsOf } from './recipients.ts';

/** Saved recipients of the kinds that this customer may see. */
export function useRecipients() {
  const locale = useStore(language);
  const banks = useQuery({ ...bankAccountsQuery(), enabled: holds(...recipientScopes['/bank-account']) });
  const addresses = useQuery({ ...addressesQuery(), enabled: holds(...recipientScopes['/blockchain']) });
  const all = recipientsOf(banks.data ?? [], addresses.data ?? [], locale);
  return { banks, addresses, all, isLoading: banks.isLoading || addresses.isLoading };
}
