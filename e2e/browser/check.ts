// Fails where this machine can't run the tests' browser, and names what is missing. `npm test` begins with it.
import { chromium } from './chromium.ts';

try {
  await chromium();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
