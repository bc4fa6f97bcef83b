export { PasswordField, type PasswordFieldProps, TextField, type TextFieldProps } from './TextField.js';
