import { formatMessage } from '@wusd/i18n/server';

/** The recipient of an email. */
export interface Recipient {
  language: string;
  /** Shown in every email, so that the reader recognizes fakes. */
  antiPhishingCode?: string | undefined;
}

type Values = Record<string, string | number>;

interface LabelledValue {
  label: string;
  value: string;
}

type MailTone = 'positive' | 'warning' | 'negative' | 'neutral';

export type MailBlock =
  | { kind: 'paragraph'; text: string }
  /** A one-time code. */
  | { kind: 'code'; code: string }
  | { kind: 'facts'; facts: LabelledValue[]; status?: LabelledValue & { tone: MailTone } }
  /** The only link that an email may contain. It activates an account. */
  | { kind: 'button'; label: string; addressLabel: string; address: string }
  /** The code that freezes the account, and how to use it. */
  | { kind: 'freeze'; text: string; code: string };

/** Content of an email. Both its text and its HTML are rendered from it, so that they agree. */
export interface MailContent {
  language: string;
  subject: string;
  /** Preview text that inboxes show beside the subject. */
  preheader: string;
  antiPhishing?: LabelledValue;
  blocks: MailBlock[];
  footer: string;
}

/** Status shown in emails about payments, by id of the email. `status` is a message id. */
const statuses: Record<string, { status: string; tone: MailTone }> = {
  'message.orderPending': { status: 'message.history.status.pendingApproval', tone: 'warning' },
  'message.orderCompleted': { status: 'message.history.status.completed', tone: 'positive' },
  'message.orderFailed': { status: 'message.history.status.failed', tone: 'negative' },
  'message.orderExpired': { status: 'message.history.status.rateExpired', tone: 'neutral' },
  'message.orderCancelled': { status: 'message.history.status.orderCancelled', tone: 'neutral' },
  'message.orderRejected': { status: 'message.history.status.rejected', tone: 'negative' },
  'message.depositCompleted': { status: 'message.history.status.completed', tone: 'positive' },
  'message.depositHeld': { status: 'message.mail.status.onHold', tone: 'warning' },
  'message.depositClaimFound': { status: 'message.mail.status.inReview', tone: 'warning' },
  'message.depositClaimEnded': { status: 'message.mail.status.closed', tone: 'neutral' },
  'message.depositRejected': { status: 'message.history.status.rejected', tone: 'negative' },
  'message.depositFailed': { status: 'message.history.status.failed', tone: 'negative' },
  'message.depositCancelled': { status: 'message.history.status.cancelled', tone: 'neutral' },
  'message.depositReversed': { status: 'message.mail.status.reversed', tone: 'negative' },
  'message.depositTakenBack': { status: 'message.mail.status.reversed', tone: 'negative' },
  'message.depositReturned': { status: 'message.mail.status.returned', tone: 'neutral' },
  'message.withdrawalRequested': { status: 'message.history.status.toBeProcessed', tone: 'neutral' },
  'message.withdrawalHeld': { status: 'message.mail.status.onHold', tone: 'warning' },
  'message.withdrawalCompleted': { status: 'message.history.status.completed', tone: 'positive' },
  'message.withdrawalFailed': { status: 'message.history.status.failed', tone: 'negative' },
  'message.withdrawalCancelled': { status: 'message.history.status.cancelled', tone: 'neutral' },
  'message.withdrawalRejected': { status: 'message.history.status.rejected', tone: 'negative' },
  'message.bankWithdrawalRequested': { status: 'message.history.status.toBeProcessed', tone: 'neutral' },
  'message.bankWithdrawalCompleted': { status: 'message.history.status.completed', tone: 'positive' },
  'message.bankWithdrawalReturned': { status: 'message.mail.status.returned', tone: 'warning' },
  'message.autoRedemptionStopped': { status: 'message.mail.status.stopped', tone: 'warning' },
};

/** Values that the email repeats in a table, in this order, and the messages of their labels. */
const factLabels = Object.entries({
  amount: 'amount',
  pay: 'pay',
  receive: 'receive',
  returned: 'returned',
  account: 'to',
  address: 'to',
  label: 'label',
  network: 'network',
  currency: 'currency',
  time: 'time',
  order: 'reference',
  reference: 'reference',
});

/**
 * Composes an email in its recipient's language. A paragraph that contains only a code or a link becomes a block of
 * its kind.
 *
 * @param id prefix of both messages, `<id>.subject` and `<id>.email`
 * @param given `freezeCode` adds instructions to freeze the account; amounts, references and recipients are repeated
 * in a table
 */
export function composeMail({ language, antiPhishingCode }: Recipient, id: string, given: Values): MailContent {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, safe(name, value)]));
  const say = (message: string): string => formatMessage(language, message, values);
  const [greeting = '', ...body] = say(`${id}.email`)
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const [first, ...rest] = body.map((text): MailBlock => {
    if (text === values['code']) return { kind: 'code', code: text };
    if (text === values['link'])
      return {
        kind: 'button',
        label: say('message.mail.activate'),
        addressLabel: say('message.mail.address'),
        address: text,
      };
    return { kind: 'paragraph', text };
  });
  const { freezeCode } = values;
  return {
    language,
    subject: say(`${id}.subject`),
    preheader: body[0] ?? '',
    ...(antiPhishingCode !== undefined && {
      antiPhishing: { label: say('message.antiPhishing'), value: antiPhishingCode },
    }),
    blocks: [
      { kind: 'paragraph', text: greeting },
      ...(first ? [first] : []),
      ...factsOf(id, values, say),
      ...rest,
      ...(freezeCode === undefined
        ? []
        : [{ kind: 'freeze' as const, text: say('message.mail.freeze'), code: String(freezeCode) }]),
    ],
    footer: say('message.mail.footer'),
  };
}

function factsOf(id: string, values: Values, say: (message: string) => string): MailBlock[] {
  const facts = factLabels.flatMap(([name, label]) => {
    const value = values[name];
    return value === undefined ? [] : [{ label: say(`message.mail.fact.${label}`), value: String(value) }];
  });
  const state = statuses[id];
  // The text already contains a single fact.
  if (!state) return facts.length > 1 ? [{ kind: 'facts', facts }] : [];
  const status = { label: say('message.mail.fact.status'), value: say(state.status), tone: state.tone };
  return [{ kind: 'facts', facts, status }];
}

/** Renders the plain text of an email. */
export function toText({ language, antiPhishing, blocks, footer }: MailContent): string {
  const line = ({ label, value }: LabelledValue): string =>
    formatMessage(language, 'message.mail.line', { label, value });
  const paragraphs = blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'paragraph':
        return [block.text];
      case 'code':
        return [block.code];
      case 'facts':
        return [[...block.facts, ...(block.status ? [block.status] : [])].map(line).join('\n')];
      case 'button':
        return [block.address];
      case 'freeze':
        return [block.text, block.code];
    }
  });
  return [...paragraphs, ...(antiPhishing ? [line(antiPhishing)] : []), footer].join('\n\n');
}

/** Values from the server that must remain unchanged. */
const verbatim = new Set(['code', 'link', 'freezeCode', 'support', 'documents']);
const zeroWidthNonJoiner = '\u200c';
const [firstStrongIsolate, popDirectionalIsolate] = ['\u2068', '\u2069'];

/**
 * Sanitizes a value, because customers choose their names and labels: one line, no control characters, right-to-left
 * text isolated, and an invisible character inside anything that looks like an address, so that mail programs don't
 * link it.
 */
function safe(name: string, value: string | number): string | number {
  if (typeof value === 'number' || verbatim.has(name)) return value;
  const text = value
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[.@](?=\p{L})|:(?=\/\/)/gu, `$&${zeroWidthNonJoiner}`)
    .trim();
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text)
    ? `${firstStrongIsolate}${text}${popDirectionalIsolate}`
    : text;
}
