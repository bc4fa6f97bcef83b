/** Initial customers of a server in test mode. */
export const demo = {
  mei: { email: 'mei@demo.example', phone: '+6581234567' },
  somchai: { email: 'somchai@demo.example', phone: '+66812345678' },
  harbour: { email: 'harbour@demo.example', phone: '+85261234567' },
  /** With one year of history if the server is configured to create it. */
  lina: { email: 'lina@demo.example' },
  password: 'Demo-Wallet-2026!',
};
