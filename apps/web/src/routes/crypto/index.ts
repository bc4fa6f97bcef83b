export { Blockchain } from './blockchain.tsx';
export { CryptoDeposit } from './crypto-deposit.tsx';
