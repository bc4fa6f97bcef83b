import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import type { Overdue } from './age-limits.ts';
import type { CommandResult, Money, ResultType, UnbookedPayout } from './results.ts';
import { ageOf, durationOf, tableOf } from './table.ts';

/** Renders a result as text for a terminal. No other module converts results to text. */
export function renderText<Type extends ResultType>(result: CommandResult<Type>): string {
  const render: (result: CommandResult<Type>) => string = renderers[result.type];
  return render(result);
}

const moneyText = ({ amount, currency }: Money): string => formatMoney('en_US', amount, currency, decimalsOf(currency));

/** Returns a table cell for a value that may be absent. */
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
  'gas-funded': ({ money, isRepeat }) =>
    `${money.amount} ${money.currency}: ${isRepeat ? 'was recorded before' : 'recorded'}`,
  'payout-holds': ({ items }) =>
    withFallback(
      rowsOf(items.map(({ route, heldAt, heldBy, why }) => [route, heldAt.toISOString(), heldBy, why])),
      'No payouts are held.',
    ),
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
  'connections-checked': checksText,
  'database-migrated': () => 'The database is up to date.',
  'database-restored': restoredText,
  'payout-booking': bookingText,
  guide: ({ text }) => text,
};

function returnText({ id, recipient, sends, fee, risk }: Omit<CommandResult<'return-preview'>, 'type'>): string {
  const review = risk === 'high' ? ' The recipient is high risk: the return waits for an approval.' : '';
  const charge = fee.amount === '0' ? '' : `, less the fee of ${moneyText(fee)}`;
  return `${id}: ${moneyText(sends)} goes back to ${recipient}${charge}.${review}`;
}

/** Nested fields are rendered as JSON, which is their shortest form. */
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

function restoredText({ to, sessions, payouts }: CommandResult<'database-restored'>): string {
  const lines = [
    `Restored to ${to.toISOString()}: ${sessions} sessions ended, and codes, links and positions of event streams from before are void.`,
  ];
  if (!payouts) lines.push('Payouts were not compared: there is no signer with a log of its own.');
  else {
    const { known, adopted, conflicts, unbooked } = payouts;
    lines.push(`Payouts: ${known} were known, ${adopted.length} were signed since and are followed again.`);
    lines.push(...adopted.map((id) => `  ${id}`));
    lines.push(
      ...conflicts.map((id) => `${id}: differs from what was signed for it, or has ended. Compare it by hand.`),
    );
    lines.push(...unbooked.map(unbookedText));
  }
  lines.push(
    'Now: put back the bank files that were read since, freeze customers whose security changed since, start the servers, and run reconcile.',
    'docs/operations/runbooks.md#restore has each step.',
  );
  return lines.join('\n');
}

function unbookedText({ id, customers, network, recipient, money, hashes }: UnbookedPayout): string {
  const owner =
    customers.length === 0
      ? 'No customer has saved the recipient: nobody is frozen'
      : `Frozen: ${customers.join(', ')}`;
  return `${id}: ${moneyText(money)} to ${recipient} on ${network} is in no withdrawal (${hashes.join(', ')}). ${owner}. Two operators: book-payout ${id} --customer <id> --why "…"`;
}

function bookingText({ id, customerId, approvedBy, isBooked }: CommandResult<'payout-booking'>): string {
  const approved = `approved by ${approvedBy.join(', ')}`;
  return isBooked
    ? `${id}: booked for ${customerId}, ${approved}. It is followed from now on. If nothing else is open: unfreeze ${customerId}`
    : `${id}: ${approved} for ${customerId}. Another operator has to.`;
}

function checksText({ mode, checks, checklist }: CommandResult<'connections-checked'>): string {
  if (checks.length === 0) return 'No connection is set: test mode simulates all of them.';
  const failed = checks.filter(({ isOk }) => !isOk).length;
  return [
    tableOf(
      ['', 'CONNECTION', 'RESULT'],
      checks.map(({ isOk, subject, detail }) => [isOk ? 'ok' : 'FAILED', subject, detail]),
    ),
    failed === 0
      ? `All ${checks.length} connections of ${mode} mode work.`
      : `${failed} of ${checks.length} connections failed.`,
    ...(checklist.length === 0 ? [] : [`To confirm by hand:\n${checklist.map((each) => `- ${each}`).join('\n')}`]),
  ].join('\n\n');
}
