export { Asset } from './asset.tsx';
export { LimitsPage } from './limits.tsx';
export { Wallet } from './wallet.tsx';
