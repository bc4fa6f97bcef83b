import type { Payee, ScreenedParty } from '../../../gateways/ports.ts';

/** Who a bank account belongs to, with the banks on the way, as they are screened. */
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
