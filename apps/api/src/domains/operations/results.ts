import type { UncomparedNetwork } from './compare-networks.ts';
import type { Overdue } from './age-limits.ts';

/** A decimal string in the currency's own unit. */
export interface Money {
  amount: string;
  currency: string;
}

/** Something that is blocked until a person acts. */
export interface QueueItem {
  since: Date;
  /** E.g. `deposit`, `identity`, `credit line`, `alert gateway-down`. */
  entity: string;
  id: string;
  customerId: string | null;
  customerEmail: string | null;
  /** For an order, the amount paid and the amount received. */
  amounts: readonly Money[];
  details: readonly string[];
  reason: string;
  /** Commands that unblock it. */
  actions: readonly string[];
}

export interface FoundTransaction {
  startedAt: Date;
  entity: string;
  id: string;
  customerId: string;
  customerEmail: string;
  /** Null for a claim that is undisclosed. */
  money: Money | null;
  status: string;
  /** Statuses that an operator can move it to now. */
  nextStatuses: readonly string[];
}

interface BankTransfer {
  id: string;
  customerId: string;
  direction: string;
  partnerId: string;
  money: Money | null;
  payee: string | null;
  status: string;
  holdReason: string | null;
}

interface ReturnPreview {
  /** Id of the deposit. */
  id: string;
  /** The sender of the deposit: their address or account, with the network or bank. */
  recipient: string;
  sends: Money;
  /** Kept for sending it. */
  fee: Money;
  risk: 'low' | 'high';
}

/** A payout that was signed and that no withdrawal has. */
export interface UnbookedPayout {
  id: string;
  /** Who has saved the recipient, and is frozen. */
  customers: readonly string[];
  network: string;
  recipient: string;
  money: Money;
  /** Of its signed attempts: one of them at most pays. */
  hashes: readonly string[];
}

/** An order to mint or burn. */
export interface SupplyOrderView {
  id: string;
  kind: 'mint' | 'burn';
  network: string;
  money: Money;
  /** Who gets the tokens of a mint, or whose tokens are burned. */
  address: string;
  purpose: string;
  orderedBy: string;
  orderedAt: Date;
  status: string;
  approvedBy: readonly string[];
  hash: string | null;
  /** What the treasury's wallet sends, once two operators have approved. */
  call: { chainId: number; to: string; data: string } | null;
}

export interface ConnectionCheck {
  /** What was tested, e.g. `Base, node 2`. */
  subject: string;
  isOk: boolean;
  /** What was found, or what is wrong. */
  detail: string;
}

/** The fields of each type of result: the schema of `--json`. */
interface ResultFields {
  queue: { asOf: Date; items: readonly QueueItem[] };
  'search-results': { query: string; items: readonly FoundTransaction[]; hasMore: boolean };
  'bank-transfers': { items: readonly BankTransfer[] };
  customer: {
    id: string;
    email: string;
    fullName: string;
    accountType: string;
    status: string;
    identityStatus: string;
    identityReason: string | undefined;
    onboarded: boolean;
    /** The case of a frozen account. */
    freeze: { reference: string; frozenAt: Date } | undefined;
    identity: unknown;
    corporate: unknown;
  };
  verification: {
    reference: string;
    status: string;
    /** Who acts next, and since when. */
    nextActor?: string;
    since: string;
    requirements: unknown;
    persons: unknown;
  };
  addresses: { items: readonly { id: string; label: string; networkId: number; address: string; status: string }[] };
  'bank-accounts': {
    items: readonly {
      id: string;
      label: string | undefined;
      bankName: string | undefined;
      currency: string | undefined;
      rail: string | undefined;
      status: string;
    }[];
  };
  'feedback-list': { items: readonly { reference: string; createdAt: Date; customerId: string | null }[] };
  feedback: {
    reference: string;
    customerId: string | undefined;
    email: string | undefined;
    createdAt: Date;
    closedAt: Date | undefined;
    text: string;
    /** Paths if the files were written to a folder, otherwise their names. */
    files: readonly string[];
  };
  files: { id: string; paths: readonly string[] };
  /** The status of an entity after the command. */
  status: { id: string; email?: string; status: string; reason?: string | undefined };
  'line-matched': { line: string; depositId: string };
  'deposit-reversed': { id: string; status: string; reason: string; line: string };
  /** What a return would send; nothing was sent. */
  'return-preview': ReturnPreview;
  'return-ordered': ReturnPreview & { returnId: string };
  'desk-funded': { money: Money; isRepeat: boolean };
  'gas-funded': { money: Money; isRepeat: boolean };
  'payout-holds': { items: readonly { route: string; why: string; heldBy: string; heldAt: Date }[] };
  'supply-order': SupplyOrderView;
  'supply-orders': { items: readonly SupplyOrderView[] };
  'cancellation-broadcast': { id: string; hash: string; nonce: string; sender: string; network: string };
  'payout-displaced': { id: string; nonce: string; sender: string };
  reconciliation: {
    asOf: Date;
    differences: readonly string[];
    notCompared: readonly UncomparedNetwork[];
    overdue: readonly Overdue[];
  };
  'key-created': { activeFrom: Date };
  reencrypted: { rows: number };
  'database-migrated': object;
  'database-restored': {
    to: Date;
    /** How many ended. */
    sessions: number;
    /** Undefined where this process signs by itself, and there is no other log. */
    payouts:
      | {
          known: number;
          /** Ids of withdrawals that are followed from now on. */
          adopted: readonly string[];
          /** Ids of withdrawals that ended, or differ from what was signed for them. */
          conflicts: readonly string[];
          unbooked: readonly UnbookedPayout[];
        }
      | undefined;
  };
  'payout-booking': { id: string; customerId: string; approvedBy: readonly string[]; isBooked: boolean };
  'connections-checked': {
    mode: 'test' | 'production';
    checks: readonly ConnectionCheck[];
    checklist: readonly string[];
  };
  guide: { topic: string | null; topics: readonly string[]; text: string };
}

export type ResultType = keyof ResultFields;

/** What a command returns; only `render.ts` turns it into text. */
export type CommandResult<Type extends ResultType = ResultType> = {
  [Each in Type]: { type: Each } & ResultFields[Each];
}[Type];
