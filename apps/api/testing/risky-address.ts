/** Test values of the sandbox, for tests that only use its HTTP API. */
export { riskyAddress, memoRequiredAddress } from '../src/sandbox/chain.ts';
