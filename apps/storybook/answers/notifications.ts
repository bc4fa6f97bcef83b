import type { Result } from './contract.ts';

/** Notifications of every kind, recorded from a server. */
export const notifications: Result<'listNotifications'> = {
  items: [
    {
      id: 'ntf_01kaznw7q9m4dkx2x7c0w3bq5e',
      kind: 'money',
      title: 'Your deposit has arrived',
      text: '12,480.50 WUSD is in your wallet.',
      subject: { entity: 'crypto-transaction', id: 'ctx_01kaznw7q6xs2qk3g9y2m8d5aa' },
      createTime: '2026-11-26T11:40:12.000Z',
      isRead: false,
    },
    {
      id: 'ntf_01kazjbm6hy0f1f9p6f2a4e1vd',
      kind: 'security',
      title: 'Your phone number was changed',
      text: 'It is now the one that ends in 4567. Withdrawals are closed for 24 hours. If this was not you, freeze your account.',
      subject: { entity: 'security' },
      createTime: '2026-11-26T10:38:00.000Z',
      isRead: false,
    },
    {
      id: 'ntf_01kaxepq0v7s3w5c1f8z9k2h4n',
      kind: 'money',
      title: 'A bank account was saved',
      text: '“Own” in HKD. Withdrawals to it leave from Nov 26, 2026, 22:48, Singapore time. If this was not you, freeze your account.',
      subject: { entity: 'bank-account', id: 'bnk_01kaxepq0sbs4h8m0n2t6v9c3d' },
      createTime: '2026-11-25T14:48:00.000Z',
      isRead: true,
    },
    {
      id: 'ntf_01kat6fj2m8a9r0b4d5x1q7y6w',
      kind: 'money',
      title: 'Your swap is complete',
      text: 'You paid 150.00 WUSD and received 5,175.07 THB.',
      subject: { entity: 'otc', id: 'otc_01kat6fhzq3m6k8c2v5x9b1n4p' },
      createTime: '2026-11-24T08:29:00.000Z',
      isRead: true,
    },
    {
      id: 'ntf_01kajm4e6t0r3v8y5n2c7b9x1k',
      kind: 'account',
      title: 'Your identity is verified',
      text: 'Deposits, withdrawals and swaps are open.',
      subject: { entity: 'user' },
      createTime: '2026-11-21T09:58:00.000Z',
      isRead: true,
    },
  ],
  nextCursor: null,
  hasMore: false,
  unreadCount: 2,
};

export const noNotifications: Result<'listNotifications'> = {
  items: [],
  nextCursor: null,
  hasMore: false,
  unreadCount: 0,
};

export const preferences: Result<'getNotificationPreferences'> = [
  { kind: 'security', channel: 'email', isOn: true, lockedBecause: 'security-required' },
  { kind: 'security', channel: 'in-app', isOn: true },
  { kind: 'money', channel: 'email', isOn: true, lockedBecause: 'money-required' },
  { kind: 'money', channel: 'in-app', isOn: true },
  { kind: 'account', channel: 'email', isOn: false },
  { kind: 'account', channel: 'in-app', isOn: true },
];
