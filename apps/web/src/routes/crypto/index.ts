export { CryptoDeposit } from './crypto-deposit.tsx';
