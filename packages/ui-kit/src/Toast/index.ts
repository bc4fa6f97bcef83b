export { type ToastMessage, ToastRegion, type ToastRegionProps } from './Toast.js';
