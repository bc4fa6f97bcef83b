import type { CommandResult } from './results.ts';

const id = (prefix: string): string => `${prefix}_01jqxyz0000000000000000000`;

interface Guide {
  text: string;
  /** Command lines as entered, without `npm run operator --`. */
  examples: readonly string[];
  notes?: string;
}

const guides = {
  queue: {
    text: `The queue lists everything that is blocked until a person acts, oldest first, with the reason and the commands that unblock it.`,
    examples: [
      'queue',
      `find ${id('ctx').slice(0, 11)}`,
      `approve ${id('ctx')}`,
      `reject ${id('ctx')} --reason compliance-review`,
      'alerts',
      'retry payouts:polygon/ctx_01jqxyz',
    ],
    notes: `A rejection needs a reason code. The customer reads the reason in their own language. Every decision is in the audit log with
your name: that of your key, or of --operator where there are no keys. A decision that the current status does not allow is refused.

A dead letter is a job that failed fifteen times and stopped. Fix the cause, then run retry. The alert gateway-down closes by itself
once the gateway answers.`,
  },
  find: {
    text: `find looks up ids, hashes, addresses and references of every customer by how they begin or end. An e-mail address finds the
latest transactions and orders of a customer. The last column lists the statuses that you can move an item to; "-" means none.`,
    examples: ['find 0x5290', 'find mei@example.com'],
  },
  identities: {
    text: `An identity is pending until the identity provider or an operator decides. Companies always need an operator, and so does
whoever uploads documents: they wait in the queue with the number of files to check. Save a file to look at it, then approve or reject
each document and person. What is rejected, the customer uploads again. Documents may also come by e-mail. Once nothing is undecided,
verify the customer. A recheck blocks the customer's money until it is decided.`,
    examples: [
      'identities',
      'show-customer mei@example.com',
      'show-verification mei@example.com',
      `save-document ${id('vdc')} --to ./documents`,
      `approve ${id('vdc')}`,
      `reject ${id('vdc')} --reason document-incomplete`,
      'verify mei@example.com',
      'reject mei@example.com --reason document-unreadable',
      'recheck-identity mei@example.com',
    ],
  },
  orders: {
    text: `An order above the approval limit keeps its rate for fifteen minutes. An approved order settles at that rate. After that its
status is "rate expired", and the customer can request a new quote.`,
    examples: ['orders', `approve ${id('otc')}`],
  },
  deposits: {
    text: `A crypto deposit needs a decision if its sender is high risk or its memo is missing. An approved deposit is credited. A rejected
deposit is not credited: it stays in suspense until return-deposit sends it back.`,
    examples: ['deposits', `approve ${id('ctx')}`, `reject ${id('ctx')} --reason source-of-funds`],
  },
  returns: {
    text: `return-deposit sends a rejected deposit back to its sender: a crypto deposit in the same token on its network, a bank deposit from
the bank that it arrived at. Without --confirm it only shows what would be sent, to whom, and less which fee. Repeat it with that amount
to order the return. The fee is that of a withdrawal on the network, or of SWIFT; other rails send the whole amount back.`,
    examples: [
      `return-deposit ${id('ctx')} --why "the sender asked for it"`,
      `return-deposit ${id('ctx')} --why "the sender asked for it" --confirm 245.00`,
      `return-deposit ${id('ftx')} --why "source of funds" --confirm 475.00`,
      'withdrawals',
    ],
    notes: `A return is a payout: it is screened, limited, signed and followed as a withdrawal is, and it has an id of its own (ctx_… or ftx_…) for
approve, reject, cancel-payout and mark-transferred-manually. A high-risk recipient waits for an approval, and compliance may have to
allow the return first. A deposit is returned once. If its return fails or comes back, the money is in suspense again and the deposit is
in the queue: run return-deposit again.

A deposit can't be returned while its block may be reorganised, if its sender is not known, or if its sender is an address of ours. On
Stellar the memo of the deposit names our customer. If the sender's account needs a memo of its own, ask for it and add --memo. The
sender may be an exchange or a contract, which does not credit what comes back: ask the customer before you return a large amount.`,
  },
  claims: {
    text: `A transfer to a shared address without a memo names no customer. Any customer can claim it by its hash, which is public. The
evidence is the sender address that the claimant gives, compared with the sender on the network. Approving a claim rejects the other
claims to the transfer. Claimants see no amount before that. After a rejection the transfer stays open: the same customer can claim it
with another address, at most three times.`,
    examples: ['claims', `approve ${id('ctx')}`, `reject ${id('ctx')} --reason not-yours`],
  },
  withdrawals: {
    text: `A withdrawal on hold is listed with the reason. Approval accepts a high risk, and signs a crypto withdrawal again after the
signer's limit or a cancelled payout. It does not make an excluded address, an inactive destination or a prohibited country payable:
such a crypto withdrawal returns to the list, and such a fiat withdrawal can't be approved. A rejected withdrawal releases its hold.

A payout that has been in no block for half an hour is listed as stuck, with its network, sender, nonce and hash. It usually resolves
by itself: it is broadcast again in each round, with a higher fee where the network takes one. On Tron it expires and is sent anew. On
the other networks, cancel-payout spends its nonce on an empty transaction. Once that is final, approve the withdrawal to sign it
again, or reject it to release the money. A payout is never released for its age alone,
because another node may still have it in its pool.`,
    examples: [
      'withdrawals',
      `approve ${id('ctx')}`,
      `approve ${id('ftx')}`,
      `reject ${id('ctx')} --reason compliance-review`,
      `cancel-payout ${id('ctx')} --why "the network dropped it"`,
    ],
  },
  'bank-transfers': {
    text: `A statement line that names no customer, or two, stays in suspense until you match it to a customer, to a declared deposit, or to
the desk if it is the company's own money. A payout that you sent outside the system is marked with the line that proves it.`,
    examples: [
      'bank-transfers',
      'statement-lines',
      'match mei@example.com --line dbs:SB01',
      'fund-desk dbs --line SB01',
      `mark-transferred-manually ${id('ftx')} --line dbs:SB02`,
    ],
  },
  corrections: {
    text: `The ledger is append-only. Mistakes are corrected by another transfer: reject releases a hold, match moves money from suspense to a
customer, and reverse-deposit moves a wrong credit back to suspense. If the customer has spent it, they owe it and the account is
frozen. A deposit that its network reverted is reversed automatically.`,
    examples: [`reverse-deposit ${id('ftx')} --reason not-yours`, 'match mei@example.com --line dbs:SB01', 'reconcile'],
  },
  supply: {
    text: `Mints and burns of WUSD are ordered here and approved by two operators. supply-orders then shows the call that the treasury's
wallet sends; the server has no key for it. Record the transaction once a block has it: it is checked on the network, and posted once
it is final.`,
    examples: [
      'order-mint --network base --amount 50000.00 --purpose "Payouts of the week"',
      `approve ${id('sup')}`,
      `supply-orders ${id('sup')}`,
      `record-supply-transaction ${id('sup')} --hash 0x5c50`,
      'reconcile',
    ],
  },
  keys: {
    text: `Personal data is encrypted under its own key. Two minutes after rotate-key every node uses the new key. reencrypt then replaces the
old one in every row.`,
    examples: ['rotate-key', 'reencrypt'],
  },
} as const satisfies Record<string, Guide>;

type GuideName = keyof typeof guides;

export const guideNames = Object.keys(guides).filter((name) => isGuideName(name));

function isGuideName(name: string): name is GuideName {
  return Object.hasOwn(guides, name);
}

/** All command lines in the guides. */
export const guideExamples: readonly string[] = Object.values<Guide>(guides).flatMap(({ examples }) => examples);

export function showGuide(topic: GuideName | undefined): CommandResult<'guide'> {
  if (topic === undefined)
    return {
      type: 'guide',
      topic: null,
      topics: guideNames,
      text: `Topics:\n${guideNames.map((name) => `  npm run operator -- guide ${name}`).join('\n')}`,
    };
  const { text, examples, notes }: Guide = guides[topic];
  const commands = examples.map((example) => `  npm run operator -- ${example}`).join('\n');
  return {
    type: 'guide',
    topic,
    topics: guideNames,
    text: [text, commands, ...(notes === undefined ? [] : [notes])].join('\n\n'),
  };
}
