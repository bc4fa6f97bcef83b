/** Database functions, in the order of their dependencies. */
const functionNames = [
  'ledger_post',
  'ledger_post_all',
  'ledger_hold',
  'ledger_hold_all',
  'ledger_resolve',
  'ledger_resolve_all',
  'ledger_roll_up',
  'ledger_digest',
  'ledger_seal',
  'balance_at',
  'version_before',
];

/** SQL files that the migrator runs after the migrations. */
export const ledgerFunctionFiles: readonly URL[] = functionNames.map(
  (name) => new URL(`./sql/${name}.sql`, import.meta.url),
);
