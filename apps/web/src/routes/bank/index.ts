export { AddBankAccount } from './add-bank-account.tsx';
export { BankAccounts } from './bank-account.tsx';
export { BankAccountSuccess, BankAccountSuccessOnTheWay } from './bank-account-success.tsx';
export { EditBankAccount } from './edit-bank-account.tsx';
