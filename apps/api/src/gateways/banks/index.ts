import type { Clock } from '../../platform/clock.ts';
import type { BankEntryBatch, BankPort, PartnerBank } from '../ports.ts';
import { buildPaymentInitiation } from './payment-initiation.ts';
import { parseBankFile } from './statement.ts';
import type { FileStore } from './file-store.ts';
import { FileIncomplete, FileRejected } from './xml.ts';
import { messageOf } from '../../platform/errors/error-fields.ts';

/** A bank that files are exchanged with. */
export interface FileBank extends PartnerBank {
  files: FileStore;
  /** How long it is left alone after it was looked at, or could not be reached; a folder of ours needs no rest. */
  pauseMs?: number;
}

/** So long a file may take to be whole. */
const patienceMs = 10 * 60_000;

/**
 * Banks that take ISO 20022 files from a folder `out`, and leave theirs in a folder `in`. What was taken from there is moved to `in/read`, and
 * what can't be is moved to `in/refused`, for a person to look at.
 */
export function createBanks(banks: readonly FileBank[], clock: Clock): BankPort {
  const [looked, failed] = [new Map<string, number>(), new Map<string, number>()];
  const rests = ({ id, pauseMs = 0 }: FileBank, since: Map<string, number>): boolean =>
    clock.now().getTime() - (since.get(id) ?? -Infinity) < pauseMs;
  return {
    async pay(payment) {
      const bank = banks.find(({ id }) => id === payment.partnerId);
      if (!bank) throw new Error(`${payment.partnerId} exchanges no files`);
      if (rests(bank, failed))
        throw new Error(`${bank.id} could not be reached a moment ago, and is tried again later`);
      try {
        await bank.files.write(`out/${payment.endToEndId}.xml`, buildPaymentInitiation(payment, bank.account));
      } catch (error) {
        failed.set(bank.id, clock.now().getTime());
        throw error;
      }
    },
    async unread(partnerId) {
      const due = banks.filter((bank) => !rests(bank, looked) && (partnerId ?? bank.id) === bank.id);
      for (const { id } of due) looked.set(id, clock.now().getTime());
      const [only] = due;
      if (partnerId !== undefined)
        return only
          ? readBank(only, clock).catch((error: unknown) => {
              // It does not rest as if it had been read: its queue decides when it is asked again.
              looked.delete(only.id);
              throw error;
            })
          : [];
      const news = await Promise.all(due.map((bank) => unreadOf(bank, clock)));
      return news.flat();
    },
  };
}

/** A bank that can't be reached keeps none of the others waiting: what is wrong is thrown when its turn comes. */
async function unreadOf(bank: FileBank, clock: Clock): Promise<BankEntryBatch[]> {
  return readBank(bank, clock).catch((error: unknown) => [
    {
      entries: [],
      async acknowledge() {
        throw new Error(`${bank.id}: ${messageOf(error)}`, { cause: error });
      },
    },
  ]);
}

/** @throws where the bank can't be reached */
async function readBank({ id, account, files }: FileBank, clock: Clock): Promise<BankEntryBatch[]> {
  const found = (await files.list('in')).toSorted((one, another) => (one.name < another.name ? -1 : 1));
  const news: BankEntryBatch[] = [];
  for (const { name, modifiedAt } of found) {
    try {
      const entries = parseBankFile(id, account, await files.read(`in/${name}`));
      news.push({ entries, acknowledge: () => files.move(`in/${name}`, `in/read/${name}`) });
    } catch (error) {
      const isYoung = clock.now().getTime() - modifiedAt.getTime() < patienceMs;
      if (error instanceof FileIncomplete && isYoung) continue;
      if (!(error instanceof FileIncomplete || error instanceof FileRejected)) throw error;
      news.push({
        entries: [],
        acknowledge: async () => {
          await files.move(`in/${name}`, `in/refused/${name}`);
          throw new Error(`${id}: ${name} is refused. ${error.message}`, { cause: error });
        },
      });
    }
  }
  return news;
}
