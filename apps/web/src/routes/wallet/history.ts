export { Statements } from './statements.tsx';
export { WalletHistory } from './wallet-history.tsx';
