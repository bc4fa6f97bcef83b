import type { MessageId } from '@wusd/i18n';

const codes: Record<string, MessageId> = { ACH: 'bank.bankCode.ACH', HK: 'bank.bankCode.HK', GB: 'bank.bankCode.GB' };

/** What a clearing code is called: it has a name of its own where it is in use. */
export const bankCodeLabel = ({ country, rail }: { country: string; rail: string }): MessageId =>
  codes[rail] ?? codes[country] ?? 'bank.bankCode.HK';
