export { FiatDeposit } from './fiat-deposit.tsx';
export { FiatDepositSuccess, FiatWithdrawSuccess } from './fiat-success.tsx';
export { FiatWithdraw } from './fiat-withdraw.tsx';
export { ViewFiatDeposit, ViewFiatWithdraw } from './view-fiat.tsx';
export { FiatDetail } from '../../features/fiat/FiatDetail.tsx';
