export { Blockchain } from './blockchain.tsx';
export { CryptoDeposit } from './crypto-deposit.tsx';
export { CryptoWithdraw } from './crypto-withdraw.tsx';
export { CryptoWithdrawSuccess } from './crypto-withdraw-success.tsx';
export { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';
