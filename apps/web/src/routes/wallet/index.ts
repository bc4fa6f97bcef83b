export { Asset } from './asset.tsx';
export { Wallet } from './wallet.tsx';
