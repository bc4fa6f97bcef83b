/** Functions of the database, each after the functions that it calls. */
const names = [
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
];

/** SQL files that the migrator runs after the tables were created. */
export const ledgerFunctionFiles: readonly URL[] = names.map((name) => new URL(`./sql/${name}.sql`, import.meta.url));
