/** Test values of the sandbox, for who has only its HTTP. */
export { riskyAddress, sharedAddress } from '../src/sandbox/chain.ts';
