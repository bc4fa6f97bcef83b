export { CodeField, type CodeFieldProps } from './CodeField.js';
