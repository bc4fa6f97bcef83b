import { GasAccountLow } from './sign-transfer.ts';
import { TreasuryRejected } from './policy.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** Processes items one after the other. A failed item does not stop the others, and is retried in the next round. */
export async function forEachTransfer<Item>(
  { log }: TreasuryServices,
  { networkId }: TreasuryNetwork,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof GasAccountLow) log.error({ event: 'treasury_gas_account_low', networkId }, error.message);
      else if (error instanceof TreasuryRejected)
        log.warn({ event: 'treasury_rejected', networkId, reason: error.reason }, error.message);
      else log.error({ err: error, networkId }, 'a transfer of the treasury failed');
    }
  }
}
