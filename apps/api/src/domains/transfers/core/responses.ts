import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import type { Db } from '../../../platform/database/database.ts';
import {
  nextMoves,
  nextStep,
  stateOf,
  type StateMachine,
  timelinesOf,
} from '../../../platform/state-machine/state-machine.ts';
import { decimalAmountOf } from '../../wallet/accounts/transactions.ts';
import { returnEntriesOf } from './returns.ts';
import type { Direction, SharedColumns, TransferStatus, TransferTable } from './transfer-kind.ts';

/** Hold of a transfer: its reason, and the actor who ends it. */
export interface TransferHold {
  reasonCode: string;
  who: 'system' | 'Operations';
  until?: string;
}

/** Differences between responses of crypto and fiat transfers. */
export interface ResponseKind<Row, DepositStatus extends TransferStatus, WithdrawalStatus extends TransferStatus> {
  table: TransferTable;
  states: { deposit: StateMachine<DepositStatus>; withdrawal: StateMachine<WithdrawalStatus> };
  /** Message id of a reason. */
  reasonMessage(direction: Direction, reason: string): string;
  holdOf(row: Row): TransferHold | undefined;
  /** Returns the time at which a withdrawal starts; undefined if the time is unknown. */
  startsAt(row: Row): Date | null | undefined;
  /** Whether the customer can't cancel a withdrawal, because it may already arrive or operators are examining it. */
  isLocked?(row: Row): boolean;
}

/**
 * Returns the part that all responses share: timeline, next step and hold. Two queries for any number of rows, and two
 * more if a deposit was rejected.
 */
export async function sharedResponses<
  Row extends Omit<SharedColumns, 'due_at'> & { status: string },
  DepositStatus extends TransferStatus,
  WithdrawalStatus extends TransferStatus,
>(
  db: Db,
  kind: ResponseKind<Row, DepositStatus, WithdrawalStatus>,
  rows: readonly Row[],
  language: string | undefined,
) {
  const rowsOf = (direction: Direction): Row[] => rows.filter((row) => row.direction === direction);
  const timelines = new Map([
    ...(await timelinesOf(db, kind.states.deposit, rowsOf('deposit'))),
    ...(await timelinesOf(db, kind.states.withdrawal, rowsOf('withdrawal'))),
  ]);
  const rejected = rowsOf('deposit').filter(({ status }) => status === 'rejected');
  const returns = await returnEntriesOf(db, kind.table, kind.states.withdrawal, rejected);
  return rows.map((row) => {
    const { id, direction } = row;
    const translateReason = (reason: string): string =>
      formatMessage(languageOf(language), kind.reasonMessage(direction, reason));
    const timeline = [...(timelines.get(id) ?? []), ...(returns.get(id) ?? [])].map(({ reason, ...entry }) => ({
      ...entry,
      ...(reason !== undefined && { reason: translateReason(reason) }),
    }));
    const hold = kind.holdOf(row);
    const state = direction === 'deposit' ? depositState(kind, row, hold) : withdrawalState(kind, row, hold);
    return {
      row,
      shared: {
        id,
        direction,
        createTime: row.created_at.toISOString(),
        updateTime: row.updated_at.toISOString(),
        ...(hold && { hold: { ...hold, message: translateReason(hold.reasonCode) } }),
        ...(timeline.some(({ actor }) => actor === 'Operations') && { operator: 'Operations' as const }),
        timeline,
        ...state,
      },
    };
  });
}

/**
 * Returns the status, moves and next step of a deposit. @throws TypeError if its state machine does not have the status
 */
function depositState<Status extends TransferStatus>(
  { states }: { states: { deposit: StateMachine<Status> } },
  row: { status: string },
  hold: TransferHold | undefined,
) {
  const status = stateOf(states.deposit, row.status);
  const next = nextStep(states.deposit, status, hold?.who);
  return { status, nextMoves: nextMoves(states.deposit, status), ...(next && { nextStep: next }) };
}

/**
 * Returns the status, moves and next step of a withdrawal. The customer can cancel it until its start time, if known.
 */
function withdrawalState<Row extends { status: string }, Status extends TransferStatus>(
  {
    states,
    startsAt,
    isLocked,
  }: {
    states: { withdrawal: StateMachine<Status> };
    startsAt(row: Row): Date | null | undefined;
    isLocked?(row: Row): boolean;
  },
  row: Row,
  hold: TransferHold | undefined,
) {
  const status = stateOf(states.withdrawal, row.status);
  const start = startsAt(row);
  const moves = nextMoves(states.withdrawal, status).filter(
    ({ who }) => who !== 'customer' || isLocked?.(row) !== true,
  );
  const at = moves.some(({ to }) => to === 'processing') ? start?.toISOString() : undefined;
  const timed = <Move extends { to: Status }>(move: Move) => ({
    ...move,
    ...(move.to === 'processing' && at !== undefined && { at }),
  });
  const next = nextStep(states.withdrawal, status, hold?.who);
  return {
    status,
    nextMoves: moves.map((move) => ({
      ...timed(move),
      ...(move.who === 'customer' && at !== undefined && { until: at }),
    })),
    ...(next && { nextStep: timed(next) }),
  };
}

/** @param minor amount in minor units of the row's currency */
export const moneyOf = ({ currency }: { currency: string }, minor: string | bigint) => ({
  // The currency was validated against the contract when the row was written.
  currency: currencyOf(currency),
  amount: decimalAmountOf({ currency, amount: minor.toString() }),
});

/** Returns the debited and received amounts; the fee is the difference. */
export function transferAmounts<Name extends string>(row: AmountColumns, feeName: Name) {
  const [amount, fee] = [BigInt(row.amount), BigInt(row.fee)];
  return {
    pay: moneyOf(row, amount + fee),
    receive: moneyOf(row, amount),
    fees: fee === 0n ? [] : [{ name: feeName, money: moneyOf(row, fee) }],
  };
}

type AmountColumns = Pick<SharedColumns, 'currency' | 'amount' | 'fee'>;
