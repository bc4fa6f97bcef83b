import type { Logger } from './logging.ts';

/**
 * Shuts the process down gracefully: on a signal, or when the launcher that started it has exited.
 *
 * @param longestMs time limit, after which the process exits with code 1
 */
export function shutDownOnSignal(log: Pick<Logger, 'info'>, close: () => Promise<void>, longestMs = 10_000): void {
  let closing = false;
  const shutDown = async (reason: string): Promise<void> => {
    if (closing) return;
    closing = true;
    log.info({ reason }, 'shutting down');
    // A hanging shutdown must end. Committed work is safe.
    setTimeout(() => process.exit(1), longestMs).unref();
    await close();
    process.exit(0);
  };
  process.on('SIGINT', () => void shutDown('SIGINT'));
  process.on('SIGTERM', () => void shutDown('SIGTERM'));
  // The launcher holds the other end of the IPC channel. If it is killed, this process must exit too.
  process.on('disconnect', () => void shutDown('launcher gone'));
}
