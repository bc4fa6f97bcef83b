/** Test values of the sandbox, for who has only its HTTP. */
export { riskyAddress, memoRequiredAddress } from '../src/sandbox/chain.ts';
