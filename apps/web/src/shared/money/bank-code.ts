import type { Rail } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';

/** What a clearing code is called on a rail: one name, or one for each country. */
const labels: Record<Rail, MessageId | ((country: string) => MessageId)> = {
  SWIFT: byCountry,
  ACH: 'bank.bankCode.ACH',
  FPS: byCountry,
  SEPA: byCountry,
};

function byCountry(country: string): MessageId {
  return country === 'GB' ? 'bank.bankCode.GB' : 'bank.bankCode.HK';
}

/** What a clearing code is called: it has a name of its own where it is in use. */
export function bankCodeLabel({ country, rail }: { country: string; rail: Rail }): MessageId {
  const label = labels[rail];
  return typeof label === 'string' ? label : label(country);
}
