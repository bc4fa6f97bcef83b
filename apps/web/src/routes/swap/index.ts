export { default as MintRedeem } from './mint-redeem.tsx';
export { default as MintRedeemOrder } from './mint-redeem-order.tsx';
export { default as MintRedeemSuccess } from './mint-redeem-success.tsx';
export { OrderDetail } from '../../features/orders/OrderDetail.tsx';
