/** The customers that a server in test mode begins with. */
export const demo = {
  mei: { email: 'mei@demo.example', phone: '+6581234567' },
  somchai: { email: 'somchai@demo.example', phone: '+66812345678' },
  harbour: { email: 'harbour@demo.example', phone: '+85261234567' },
  /** With a year behind her, where the server is told to make one. */
  lina: { email: 'lina@demo.example' },
  password: 'Demo-Wallet-2026!',
};
