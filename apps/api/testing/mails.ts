import { createRequire } from 'node:module';
import { formatMessage } from '@wusd/i18n/server';
import * as v from 'valibot';

export { toHtmlMail } from '../src/gateways/html-mail.ts';
export { renderEmail } from '../src/platform/outbox/messages.ts';

const catalogue = v.parse(
  v.record(v.string(), v.unknown()),
  createRequire(import.meta.url)('@wusd/i18n/catalogues/server/en_US.json'),
);
const ids = Object.keys(catalogue);

/** Ids of all emails that the server sends. */
export const mailIds: string[] = ids.filter((id) => id.endsWith('.email')).map((id) => id.slice(0, -'.email'.length));

/** Values for all messages to customers. */
export const messageValues: Record<string, string | number> = {
  name: 'Mei Tan',
  code: '123456',
  factor: 'authenticator',
  minutes: 5,
  hours: 24,
  digits: '4321',
  link: 'https://wallet.example/account-activation?accountKey=wak_01hqxyz0000000000000000000',
  support: 'support@wallet.example',
  freezeCode: '7H4K-2MPQ-9XWB',
  reference: 'ctx_01hqxyz0000000000000000000',
  account: 'My account •••• 4567',
  returned: '225.00 SGD',
  order: 'otc_01hqxyz0000000000000000000',
  amount: '250.00 WUSD',
  label: 'Cold storage',
  currency: 'SGD',
  address: '0x5290…9EE7',
  network: 'Ethereum',
  time: 'Nov 22, 2026, 08:00',
  pay: '150.00 WUSD',
  receive: '5,175.07 THB',
  sent: '245.00 WUSD',
  isLess: 'yes',
  isOwed: 'yes',
  owed: '100.00 WUSD',
  type: 'corporate',
  document: 'DOCUMENT',
  documents: 'We need these documents:\n• DOCUMENT',
};

/** Additional values of emails that their text does not contain, by the prefix of the id. */
const added: [string, string[]][] = [
  ['message.deposit', ['reference']],
  ['message.withdrawal', ['reference', 'address', 'network']],
  ['message.bankWithdrawal', ['reference', 'account']],
  ['message.autoRedemptionStopped', ['reference']],
  ['message.order', ['order', 'pay', 'receive']],
  ...[
    'addressSaved',
    'antiPhishingSet',
    'authenticator',
    'autoRedemptionO',
    'bankAccount',
    'emailChanged',
    'passkey',
    'passwordChanged',
    'passwordReset',
    'phone',
    'recoveryCodesRenewed',
    'wrongCodes',
  ].map((id): [string, string[]] => [`message.${id}`, ['freezeCode', 'support']]),
];

/** Message with the reason, by the prefix of an email's id. */
const reasons: [string, string][] = [
  ['message.deposit', 'message.depositReason.high-risk'],
  ['message.withdrawal', 'message.withdrawalReason.high-risk'],
  ['message.bankWithdrawal', 'message.bankWithdrawalReason.returned'],
  ['message.order', 'message.orderReason.desk-inventory'],
  ['message.identity', 'message.identityReason.document-expired'],
  ['message.', 'message.autoRedemptionReason.default-edited'],
];

/** Returns the values that the server passes to an email; values that are messages are in its language. */
export function mailValuesOf(id: string, language: string): Record<string, string | number> {
  const names = new Set([
    ...variables(catalogue[`${id}.email`]),
    ...variables(catalogue[`${id}.subject`]),
    ...added.flatMap(([beginning, more]) => (id.startsWith(beginning) ? more : [])),
  ]);
  const said: Record<string, string> = {
    act: formatMessage(language, 'message.act.withdraw'),
    reason: formatMessage(language, reasons.find(([beginning]) => id.startsWith(beginning))?.[1] ?? ''),
  };
  return Object.fromEntries([...names].map((name) => [name, said[name] ?? messageValues[name] ?? '']));
}

/** Names of the variables in a compiled message: nodes of a type other than 0 (text), 7 (#) and 8 (tag). */
function variables(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(variables);
  const isVariable = 'type' in node && 'value' in node && Number(node.type) >= 1 && Number(node.type) <= 6;
  return isVariable ? [String(node.value), ...inside] : inside;
}
