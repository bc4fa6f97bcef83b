import type { BankAccount, BlockchainAddress } from '@wusd/api-sdk/core';
import { networkNames } from '@wusd/api-sdk/domain';
import { bcp47, type Language, shortAddress } from '@wusd/i18n';
import { countryIn } from '../../shared/forms/countries.ts';
import type { DestinationState } from '../../shared/money/destination-status.ts';

/** A saved bank account or blockchain address, as the list shows it. */
export type Recipient = { id: string; label: string; place: string; state: DestinationState } & (
  | { kind: 'bank'; account: BankAccount }
  | { kind: 'address'; address: BlockchainAddress }
);

/** Shortens an account number for display: a short one is complete, a long one has its ends, e.g. `SG00DB…5678`. */
export function shortened(text: string): string {
  return text.length > 14 ? shortAddress(text) : text;
}

/** Bank accounts and addresses in one list, sorted by last use, then by name. */
export function recipientsOf(
  accounts: readonly BankAccount[],
  addresses: readonly BlockchainAddress[],
  language: Language,
): Recipient[] {
  const all: Recipient[] = [
    ...accounts.map((account): Recipient => {
      const { label, bankName, country, currency, iban, accountNumber = '' } = account.fields;
      const place = [bankName ?? countryIn(language, country), currency, shortened(iban ?? accountNumber)];
      return { kind: 'bank', id: account.id, label, place: place.filter(Boolean).join(' · '), state: account, account };
    }),
    ...addresses.map((address): Recipient => ({
      kind: 'address',
      id: address.id,
      label: address.label,
      place: `${networkNames[address.networkId]} · ${shortened(address.address)}`,
      state: address,
      address,
    })),
  ];
  const usedAt = ({ state }: Recipient): string => state.lastUsedAt ?? '';
  return all.toSorted(
    (one, other) => usedAt(other).localeCompare(usedAt(one)) || one.label.localeCompare(other.label, bcp47(language)),
  );
}

/** Whether a withdrawal to a recipient can start. During the waiting period it starts, but is held until the end. */
export const isPayable = ({ state }: Recipient): boolean => state.status === 'active';

/** Short location of a recipient, e.g. `SGD · …6001`. */
export function shortPlaceOf(recipient: Recipient): string {
  if (recipient.kind === 'address')
    return `${networkNames[recipient.address.networkId]} · …${recipient.address.address.slice(-4)}`;
  const { currency, iban, accountNumber = '' } = recipient.account.fields;
  return `${currency} · …${(iban ?? accountNumber).slice(-4)}`;
}

/** Whether the name, holder, bank, numbers and network of a recipient contain every word of the text. */
export function matches(recipient: Recipient, text: string): boolean {
  const details =
    recipient.kind === 'bank'
      ? Object.values(recipient.account.fields).filter((value) => typeof value === 'string')
      : [recipient.address.address, recipient.address.memo];
  const haystack = [recipient.label, recipient.place, ...details].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
