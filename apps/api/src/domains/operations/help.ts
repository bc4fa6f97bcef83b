/** What a word of the command line is about, with what to type. */
export const topics: Record<string, string> = {
  queue: `Everything that goes no further without you, the longest first, with why it waits and which commands end that.

  npm run operator -- queue
  npm run operator -- find ctx_01jqxyz              who it is of, and what can be done
  npm run operator -- approve ctx_01jqxyz…
  npm run operator -- reject ctx_01jqxyz… --reason compliance-review

Rejecting needs a reason of the list: the customer reads it in their own language. Each decision is kept in the audit log under
your name (--operator), and what its states do not allow is refused with what is.

A dead letter is work that failed fifteen times and stopped. Mend its cause, then let it be tried again. "gateway-down" closes by
itself once the gateway answers.

  npm run operator -- alerts
  npm run operator -- retry payouts:polygon/ctx_01jqxyz`,
  find: `Looks for ids, hashes, addresses and references of every customer by how they begin or end, or for a customer's last movements by e-mail.

  npm run operator -- find 0x5290
  npm run operator -- find mei@example.com

The last column says what a person may make of it now; "-" means that it goes on by itself, or is over.`,
  identities: `An identity waits until its provider or you have decided. A company always waits for you: its documents come by mail.

  npm run operator -- waiting
  npm run operator -- show mei@example.com
  npm run operator -- verify mei@example.com
  npm run operator -- reject mei@example.com --reason document-unreadable
  npm run operator -- recheck mei@example.com       have it looked at again; money waits meanwhile`,
  orders: `An order above the approval limit holds its rate for fifteen minutes. Approved, it settles at that rate; after that it is "rate
expired", and its customer can ask for a new one.

  npm run operator -- orders
  npm run operator -- approve otc_01jqxyz…`,
  deposits: `A deposit from a chain waits for you where its sender is at risk, or its memo is missing. Approved, it is the customer's.
Rejected, it is not credited; send it back by the network's own means, and note its hash with the reason.

  npm run operator -- deposits
  npm run operator -- approve ctx_01jqxyz…`,
  claims: `A transfer to a shared address without a memo names no customer. Any customer can claim it by its hash, which is public: the evidence is
the address that they say they sent from, compared here with the sender. Approve one claim, and the others are refused. Claimants see
no amount before that. A refused claim leaves the transfer open; the same customer can claim it again with another address, three times in all.

  npm run operator -- claims
  npm run operator -- approve ctx_01jqxyz…
  npm run operator -- reject ctx_01jqxyz… --reason not-yours`,
  withdrawals: `A withdrawal waits for you where its address is at risk. Approved, it is signed and sent; rejected, what was held is free again.

  npm run operator -- withdrawals
  npm run operator -- reject ctx_01jqxyz… --reason compliance-review

A payout that is in no block for half an hour is listed as stuck, with its network, sender, nonce and hash. It usually ends by itself: it is
sent again each round, and offered for more. release-payout cancels it: a transaction of nothing takes its nonce. Once that is final
the withdrawal waits for you, and is approved to sign it anew or rejected to give the money back. Nothing is released for its age
alone, because a payout that one node has forgotten can still be in another's pool.

  npm run operator -- release-payout ctx_01jqxyz… --why "the network dropped it"`,
  fiat: `Wires and payouts between banks. A line of a statement that names nobody, or two, stays in suspense until you say whose it is.

  npm run operator -- fiat
  npm run operator -- lines
  npm run operator -- match mei@example.com --line dbs:SB01       it is this customer's
  npm run operator -- stock dbs --line SB01                       it is the house's own money
  npm run operator -- by-hand ftx_01jqxyz… --line dbs:SB02        a payout that you sent otherwise`,
  books: `Nothing in the ledger is ever changed. What was wrong is made right by another transfer, through the same moves as everything else:
reject gives back what was held, match moves what was in suspense to whose it is, take-back moves a wrong credit there again, a deposit
that its chain took back is reversed by itself.

  npm run operator -- take-back ftx_01jqxyz… --reason not-yours    a wire that was credited to the wrong customer
  npm run operator -- match mei@example.com --line dbs:SB01        and now to the right one
  npm run operator -- reconcile                                    every difference by name; fails where there is one`,
  keys: `Personal data is sealed under a key of its own. A new one is used two minutes later by every node; reseal takes the old one out of use.

  npm run operator -- new-key
  npm run operator -- reseal`,
};

/** @throws RangeError where there is nothing about it */
export function helpOn(topic: string | undefined, usage: string): string {
  const names = Object.keys(topics).join(', ');
  if (topic === undefined)
    return `${usage}\n\nMore about one of these: npm run operator -- help <${names.replaceAll(', ', '|')}>`;
  const text = topics[topic];
  if (text === undefined) throw new RangeError(`There is no help on "${topic}". There is on: ${names}.`);
  return text;
}
