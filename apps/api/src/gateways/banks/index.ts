import type { Clock } from '@wusd/server-kit/clock';
import type { BankEntryBatch, BankPort, PartnerBank } from '../ports.ts';
import { buildPaymentInitiation } from './payment-initiation.ts';
import { parseBankFile } from './statement.ts';
import type { FileStore } from './file-store.ts';
import { FileIncomplete, FileRejected } from './xml.ts';
import { messageOf } from '@wusd/server-kit/errors/error-fields';

/** A partner bank that exchanges files with us. */
export interface FileBank extends PartnerBank {
  files: FileStore;
  /** Pause after a read or a failed connection. @default none, as for a local folder */
  pauseMs?: number;
}

/** Time for which an incomplete file may still be an upload in progress. */
const uploadGraceMs = 10 * 60_000;

/**
 * Banks that exchange ISO 20022 files. Payments are written to `out`, and files of the bank are read from `in`.
 * Recorded files are moved to `in/read`, and rejected files to `in/refused`, for an operator to inspect.
 */
export function createBanks(banks: readonly FileBank[], clock: Clock): BankPort {
  const [readAt, failedAt] = [new Map<string, number>(), new Map<string, number>()];
  const isPaused = ({ id, pauseMs = 0 }: FileBank, since: Map<string, number>): boolean =>
    clock.now().getTime() - (since.get(id) ?? -Infinity) < pauseMs;
  return {
    async pay(payment) {
      const bank = banks.find(({ id }) => id === payment.partnerId);
      if (!bank) throw new Error(`Bank ${payment.partnerId} has no file exchange`);
      if (isPaused(bank, failedAt))
        throw new Error(`Bank ${bank.id} could not be reached recently and will be tried again later`);
      try {
        await bank.files.write(`out/${payment.endToEndId}.xml`, buildPaymentInitiation(payment, bank.account));
      } catch (error) {
        failedAt.set(bank.id, clock.now().getTime());
        throw error;
      }
    },
    async unread(partnerId) {
      const due = banks.filter((bank) => !isPaused(bank, readAt) && (partnerId ?? bank.id) === bank.id);
      for (const { id } of due) readAt.set(id, clock.now().getTime());
      const [only] = due;
      if (partnerId !== undefined)
        return only
          ? readBank(only, clock).catch((error: unknown) => {
              // A failed read starts no pause: the queue decides when to retry.
              readAt.delete(only.id);
              throw error;
            })
          : [];
      const batches = await Promise.all(due.map((bank) => readBankOrDefer(bank, clock)));
      return batches.flat();
    },
  };
}

/** A bank that can't be reached must not delay the others: its error is thrown when its entries are acknowledged. */
async function readBankOrDefer(bank: FileBank, clock: Clock): Promise<BankEntryBatch[]> {
  return readBank(bank, clock).catch((error: unknown) => [
    {
      entries: [],
      async acknowledge() {
        throw new Error(`${bank.id}: ${messageOf(error)}`, { cause: error });
      },
    },
  ]);
}

/** @throws Error if the bank can't be reached */
async function readBank({ id, account, files }: FileBank, clock: Clock): Promise<BankEntryBatch[]> {
  const listed = (await files.list('in')).toSorted((one, another) => (one.name < another.name ? -1 : 1));
  const batches: BankEntryBatch[] = [];
  for (const { name, modifiedAt } of listed) {
    try {
      const entries = parseBankFile(id, account, await files.read(`in/${name}`));
      batches.push({ entries, acknowledge: () => files.move(`in/${name}`, `in/read/${name}`) });
    } catch (error) {
      const mayBeUploading = clock.now().getTime() - modifiedAt.getTime() < uploadGraceMs;
      if (error instanceof FileIncomplete && mayBeUploading) continue;
      if (!(error instanceof FileIncomplete || error instanceof FileRejected)) throw error;
      batches.push({
        entries: [],
        rejectedFile: { partnerId: id, name, reason: error instanceof FileIncomplete ? 'incomplete' : 'invalid' },
        acknowledge: () => files.move(`in/${name}`, `in/refused/${name}`),
      });
    }
  }
  return batches;
}
