import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import type { Overdue } from './age-limits.ts';
import type { CommandResult, Money, ResultType } from './results.ts';
import { ageOf, durationOf, tableOf } from './table.ts';

/** A result as text for a terminal. The only place where results become text. */
export function renderText<Type extends ResultType>(result: CommandResult<Type>): string {
  const render: (result: CommandResult<Type>) => string = renderers[result.type];
  return render(result);
}

const moneyText = ({ amount, currency }: Money): string => formatMoney('en_US', amount, currency, decimalsOf(currency));

/** A cell for a value that may be absent. */
const cell = (value: string | null | undefined): string => value ?? '-';
const rowsOf = (rows: readonly (readonly (string | null | undefined)[])[]): string =>
  rows.map((row) => row.map(cell).join('\t')).join('\n');
const withFallback = (text: string, empty: string): string => (text === '' ? empty : text);

const renderers: { [Type in ResultType]: (result: CommandResult<Type>) => string } = {
  queue: renderQueue,
  'search-results': renderSearch,
  'bank-transfers': ({ items }) =>
    withFallback(
      rowsOf(
        items.map(({ id, customerId, direction, partnerId, money, payee, status, holdReason }) => [
          id,
          customerId,
          direction,
          partnerId,
          money && moneyText(money),
          payee,
          status,
          holdReason,
        ]),
      ),
      'No bank transfers are in flight.',
    ),
  customer: fieldsText,
  verification: fieldsText,
  addresses: ({ items }) =>
    rowsOf(items.map(({ id, label, networkId, address, status }) => [id, label, String(networkId), address, status])),
  'bank-accounts': ({ items }) =>
    rowsOf(
      items.map(({ id, label, bankName, currency, rail, status }) => [id, label, bankName, currency, rail, status]),
    ),
  'feedback-list': ({ items }) =>
    withFallback(
      rowsOf(items.map(({ reference, createdAt, customerId }) => [reference, createdAt.toISOString(), customerId])),
      'No open feedback.',
    ),
  feedback: fieldsText,
  files: ({ id, paths }) => withFallback(paths.join('\n'), `${id} has no receipts.`),
  status: ({ id, email, status, reason }) =>
    `${email ?? id}: ${reason === undefined ? status : `${status}, ${reason}`}`,
  'line-matched': ({ line, depositId }) => `${line}: matched to ${depositId}`,
  'deposit-reversed': ({ id, status, reason, line }) =>
    `${id}: ${status}, ${reason}. Statement line ${line} is unmatched again: use match or fund-desk.`,
  'return-preview': (preview) => `${returnText(preview)} To send it, add --confirm ${preview.sends.amount}.`,
  'return-ordered': ({ returnId, ...preview }) => `${returnText(preview)} Ordered as ${returnId}.`,
  'desk-funded': ({ money, isRepeat }) =>
    `${moneyText(money)}: ${isRepeat ? 'was added to the desk before' : 'added to the desk'}`,
  'supply-order': supplyOrderText,
  'supply-orders': ({ items }) =>
    withFallback(
      rowsOf(
        items.map(({ id, kind, network, money, status, approvedBy, orderedBy, purpose }) => [
          id,
          kind,
          network,
          moneyText(money),
          status,
          withFallback(approvedBy.join(', '), '-'),
          orderedBy,
          purpose,
        ]),
      ),
      'No mints or burns were ordered.',
    ),
  'cancellation-broadcast': ({ id, hash, nonce, sender, network }) =>
    `${id}: transaction ${hash} cancels nonce ${nonce} of ${sender} on ${network}. Approve or reject the withdrawal once it is final.`,
  'payout-displaced': ({ id, nonce, sender }) =>
    `${id}: another transaction has used nonce ${nonce} of ${sender}, and is final. Approve the withdrawal to sign it again, or reject it.`,
  reconciliation: ({ asOf, differences, notCompared, overdue }) =>
    [
      ...(differences.length === 0 ? ['No differences found.'] : differences),
      ...notCompared.map(({ network, reason }) => `${network}: not compared, ${reason}`),
      ...overdue.map((each) => overdueText(each, asOf)),
    ].join('\n'),
  'key-created': ({ activeFrom }) =>
    `The new key is used from ${activeFrom.toISOString()} on. Run reencrypt after that.`,
  reencrypted: ({ rows }) => `${rows} rows re-encrypted`,
  'database-migrated': () => 'The database is up to date.',
  guide: ({ text }) => text,
};

function returnText({ id, recipient, sends, fee, risk }: Omit<CommandResult<'return-preview'>, 'type'>): string {
  const review = risk === 'high' ? ' The recipient is high risk: the return waits for an approval.' : '';
  const charge = fee.amount === '0' ? '' : `, less the fee of ${moneyText(fee)}`;
  return `${id}: ${moneyText(sends)} goes back to ${recipient}${charge}.${review}`;
}

/** Nested fields have no shorter form than JSON. */
function fieldsText(result: CommandResult): string {
  const { type: _, ...fields } = result;
  return JSON.stringify(fields, undefined, 2);
}

function renderQueue({ asOf, items }: CommandResult<'queue'>): string {
  if (items.length === 0) return 'The queue is empty.';
  return tableOf(
    ['AGE', 'TYPE', 'ID', 'CUSTOMER', 'DETAILS', 'REASON', 'ACTIONS'],
    items.map(({ since, entity, id, customerEmail, amounts, details, reason, actions }) => [
      ageOf(since, asOf),
      entity,
      id,
      cell(customerEmail),
      withFallback([amounts.map(moneyText).join(' for '), ...details].filter((each) => each !== '').join(', '), '-'),
      reason,
      actions.join(', '),
    ]),
  );
}

function renderSearch({ query, items, hasMore }: CommandResult<'search-results'>): string {
  if (items.length === 0)
    return query.includes('@')
      ? `Nothing found for ${query}.`
      : `No id, hash, address or reference begins or ends with "${query}".`;
  const table = tableOf(
    ['STARTED', 'TYPE', 'ID', 'CUSTOMER', 'AMOUNT', 'STATUS', 'CAN BECOME'],
    items.map(({ startedAt, entity, id, customerEmail, money, status, nextStatuses }) => [
      startedAt.toISOString(),
      entity,
      id,
      customerEmail,
      money === null ? 'claim' : moneyText(money),
      status,
      withFallback(nextStatuses.join(', '), '-'),
    ]),
  );
  return hasMore ? `${table}\n\nOnly the newest ${items.length} are shown. Use a longer query.` : table;
}

function supplyOrderText(order: CommandResult<'supply-order'>): string {
  const { id, kind, network, money, address, status, approvedBy, hash, call } = order;
  const lines = [
    `${id}: ${kind} ${moneyText(money)} on ${network} ${kind === 'mint' ? 'to' : 'from'} ${address}, ${status}`,
    `Approved by: ${withFallback(approvedBy.join(', '), 'nobody')}`,
  ];
  if (hash !== null) lines.push(`Transaction: ${hash}`);
  if (call)
    lines.push(
      'Send this call from the treasury’s wallet, with no value:',
      `  chain id  ${call.chainId}`,
      `  to        ${call.to}`,
      `  data      ${call.data}`,
      `Then: npm run operator -- record-supply-transaction ${id} --hash <hash>`,
    );
  return lines.join('\n');
}

const overdueText = ({ entity, id, status, since, limit }: Overdue, asOf: Date): string =>
  `${entity} ${id} has been ${status} for ${ageOf(since, asOf)}; limit ${durationOf(limit.limitMs)}: ${limit.action}`;
