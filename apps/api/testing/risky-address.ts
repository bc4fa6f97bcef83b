/** Test value of the sandbox, for who has only its HTTP. */
export { riskyAddress } from '../src/sandbox/chain.ts';
