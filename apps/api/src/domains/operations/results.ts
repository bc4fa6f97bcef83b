import type { UncomparedNetwork } from './compare-networks.ts';
import type { Overdue } from './age-limits.ts';

/** A decimal string in the currency's own unit. */
export interface Money {
  amount: string;
  currency: string;
}

/** An item that is blocked until a person acts. */
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
  /** Commands that unblock the item. */
  actions: readonly string[];
}

export interface FoundTransaction {
  startedAt: Date;
  entity: string;
  id: string;
  customerId: string;
  customerEmail: string;
  /** Null for an undisclosed claim. */
  money: Money | null;
  status: string;
  /** Statuses to which an operator can move the transaction now. */
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
  /** The sender of the deposit: address or account, with the network or bank. */
  recipient: string;
  sends: Money;
  /** Fee deducted for sending the return. */
  fee: Money;
  risk: 'low' | 'high';
}

/** A signed payout without a withdrawal. */
export interface UnbookedPayout {
  id: string;
  /** Customers who have saved the recipient. Their accounts are frozen. */
  customers: readonly string[];
  network: string;
  recipient: string;
  money: Money;
  /** Hashes of the signed attempts, of which at most one pays. */
  hashes: readonly string[];
}

/** An order to mint or burn. */
export interface SupplyOrderView {
  id: string;
  kind: 'mint' | 'burn';
  network: string;
  money: Money;
  /** Recipient of the tokens of a mint, or holder whose tokens are burned. */
  address: string;
  purpose: string;
  orderedBy: string;
  orderedAt: Date;
  status: string;
  approvedBy: readonly string[];
  hash: string | null;
  /** The call that the treasury's wallet sends after two operators have approved. */
  call: { chainId: number; to: string; data: string } | null;
}

export interface ConnectionCheck {
  /** The tested connection, e.g. `Base, node 2`. */
  subject: string;
  isOk: boolean;
  /** The result of the test, or the problem. */
  detail: string;
}

/** The fields of each type of result, which form the schema of `--json`. */
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
    /** The next actor, and the time since when the case waits for that actor. */
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
    /** Paths if the files were written to a folder, otherwise file names. */
    files: readonly string[];
  };
  files: { id: string; paths: readonly string[] };
  /** The status of an entity after the command. */
  status: { id: string; email?: string; status: string; reason?: string | undefined };
  'line-matched': { line: string; depositId: string };
  'deposit-reversed': { id: string; status: string; reason: string; line: string };
  /** Preview of a return that has not been sent. */
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
    /** Number of ended sessions. */
    sessions: number;
    /** Undefined if this process signs payouts itself, because then there is no other log. */
    payouts:
      | {
          known: number;
          /** Ids of withdrawals that are tracked again. */
          adopted: readonly string[];
          /** Ids of withdrawals that have ended or differ from the signed payouts. */
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

/** The result of a command. Only `render.ts` converts it to text. */
export type CommandResult<Type extends ResultType = ResultType> = {
  [Each in Type]: { type: Each } & ResultFields[Each];
}[Type];
