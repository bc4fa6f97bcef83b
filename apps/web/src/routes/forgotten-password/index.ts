// One bundle, because these screens are used together.
export { default as ForgetPassword } from './forget-password.tsx';
export { default as ForgetPasswordSet } from './forget-password-set.tsx';
export { default as ForgetPasswordSuccess } from './forget-password-success.tsx';
export { default as ForgetPasswordVerification } from './verification.tsx';
