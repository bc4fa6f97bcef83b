/** Items that the connection checks can't verify, and that a person must confirm before going live. */
export const productionChecklist: readonly string[] = [
  'WUSD_MASTER_KEY is kept in a second place, apart from the backups of the database: without it personal data is lost.',
  'The database is backed up with its WAL, and a restore was tried.',
  'The signer has a database of its own on another server, which the logins of this server can not reach.',
  'WUSD_TRUSTED_PROXIES is the number of proxies in front: the session list of a test account shows your own address.',
  'The proxy ends TLS and passes on event streams without buffering; /readyz decides where it sends calls.',
  'At least two operators are in WUSD_OPERATORS_FILE, with keys on tokens that only they have.',
  'Somebody is told of new alerts at any hour: npm run operator -- alerts.',
  'The paying address of each network holds tokens and native coins, and fund-gas recorded the coins.',
  'npm run operator -- reconcile finds no difference.',
  'WUSD_SUPPORT_EMAIL is read by people, and a mail to a test account arrives with a valid DKIM signature.',
  'Counsel has read the legal pages, which are templates.',
];
