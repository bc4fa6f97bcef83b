import type { Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';

/** Name of the clearing code by rail: a single name, or one for each country. */
const labels: Record<Rail, MessageId | ((country: string) => MessageId)> = {
  SWIFT: byCountry,
  ACH: 'bank.bankCode.ACH',
  FPS: byCountry,
  SEPA: byCountry,
};

function byCountry(country: string): MessageId {
  return country === 'GB' ? 'bank.bankCode.GB' : 'bank.bankCode.HK';
}

/** Name of the clearing code for a country and rail. */
export function bankCodeLabel({ country, rail }: { country: string; rail: Rail }): MessageId {
  const label = labels[rail];
  return typeof label === 'string' ? label : label(country);
}
