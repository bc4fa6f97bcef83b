import type { Payee, ScreenedParty } from '../../../gateways/ports.ts';

/** The payee of a bank account and its banks, in the format of the screening provider. */
export function toScreenedParty({
  beneficiaryName,
  country,
  bankName,
  swiftCode,
  intermediaryBank,
}: Payee): ScreenedParty {
  return {
    name: beneficiaryName,
    country,
    bank: { name: bankName, bic: swiftCode, country },
    ...(intermediaryBank && {
      intermediaryBank: { name: intermediaryBank.name, bic: intermediaryBank.swift, country: intermediaryBank.country },
    }),
  };
}
