// One bundle, because these screens are used together.
export { default as AntiPhishingCode } from './anti-phishing-code.tsx';
export { default as Authenticator } from './authenticator.tsx';
export { default as ChangeEmail } from './change-email.tsx';
export { default as ChangePassword } from './change-password.tsx';
export { default as ChangePhone } from './change-phone.tsx';
export { default as Preferences } from './preferences.tsx';
export { default as RecoveryCodes } from './recovery-codes.tsx';
export { default as SecuritySetting } from './security-setting.tsx';
export { default as Sessions } from './sessions.tsx';
export { AutoRedemptionSuccess, default as SecuritySuccess } from './security-success.tsx';
export { default as VerifyPhone } from './verify-phone.tsx';
