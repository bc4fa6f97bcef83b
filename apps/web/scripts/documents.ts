import type { Language } from '@wusd/i18n';

export interface DocumentSource {
  /** File name, without extension. */
  name: string;
  path: string;
  /** Other paths that the same document serves. */
  also?: readonly string[];
  /** Prerendered for visitors without a session, and hydrated. */
  isPublic?: boolean;
  /** Path of the page whose frame a customer with a session sees first. */
  frame?: string;
  /** @default all languages */
  languages?: readonly Language[];
  /** Module of the screen. Its scripts are preloaded. */
  module?: string;
  /** Message areas that the screen needs in addition to the base messages. */
  areas?: readonly string[];
}

/** Fallback for paths without their own document: an empty page in the visitor's language. */
const anyPage: DocumentSource = { name: 'any', path: '/404' };

const legal = ['term-of-use', 'privacy-policy', 'cookie-policy', 'risk-disclosure'].map((name): DocumentSource => ({
  name,
  path: `/protocol/${name}`,
  also: [`/potocol/${name}`],
  isPublic: true,
  languages: ['en_US'],
  module: 'src/routes/legal.tsx',
}));

/** A page of the menu: customers open these from a bookmark, or reload them. */
const framed = (path: string, module: string, areas: readonly string[]): DocumentSource => ({
  name: path.slice(1),
  path,
  frame: path,
  module,
  areas,
});

export const documents: readonly DocumentSource[] = [
  anyPage,
  { name: 'home', path: '/home', also: ['/'], isPublic: true, frame: '/home', module: 'src/routes/home.tsx' },
  {
    name: 'login',
    path: '/login',
    isPublic: true,
    // A customer with a session is redirected to /home.
    frame: '/home',
    module: 'src/routes/login.tsx',
    areas: ['access'],
  },
  {
    name: 'register',
    path: '/register',
    isPublic: true,
    frame: '/home',
    module: 'src/routes/register.tsx',
    areas: ['access', 'identity'],
  },
  {
    name: 'forget-password',
    path: '/forget-password',
    isPublic: true,
    module: 'src/routes/forgotten-password/index.ts',
    areas: ['access', 'passkey'],
  },
  ...legal,
  framed('/wallet', 'src/routes/wallet/index.ts', ['wallet', 'autoRedemption']),
  framed('/wallet-history', 'src/routes/wallet/history.ts', ['wallet', 'access', 'money']),
  framed('/statements', 'src/routes/wallet/history.ts', ['wallet', 'access', 'money']),
  framed('/limits', 'src/routes/wallet/index.ts', ['wallet', 'autoRedemption']),
  framed('/mint-redeem', 'src/routes/swap/index.ts', ['access', 'money']),
  framed('/mint-redeem-order', 'src/routes/swap/index.ts', ['access', 'money']),
  framed('/crypto-deposit', 'src/routes/crypto/index.ts', ['access', 'money']),
  framed('/crypto-withdraw', 'src/routes/crypto/index.ts', ['access', 'money']),
  framed('/fiat-deposit', 'src/routes/fiat/index.ts', ['access', 'money', 'wallet']),
  framed('/fiat-withdraw', 'src/routes/fiat/index.ts', ['access', 'money', 'wallet']),
  framed('/blockchain', 'src/routes/crypto/index.ts', ['access', 'money']),
  framed('/bank-account', 'src/routes/bank/index.ts', ['access', 'money']),
  framed('/recipients', 'src/routes/recipients.tsx', ['money', 'wallet']),
  framed('/sessions', 'src/routes/security/index.ts', ['access', 'security', 'autoRedemption', 'passkey']),
  framed('/preferences', 'src/routes/security/index.ts', ['access', 'security', 'autoRedemption', 'passkey']),
  framed('/notifications', 'src/routes/notifications/index.ts', ['notifications']),
  framed('/security-setting', 'src/routes/security/index.ts', ['access', 'security', 'autoRedemption', 'passkey']),
  framed('/account-info', 'src/routes/account-info.tsx', ['access', 'identity', 'wallet']),
];

/** An entry of Vite's manifest. */
export interface Chunk {
  file: string;
  imports?: readonly string[];
}

/** Modules that a page imports after its first API call if there is a session. */
const sessionModules = [
  'src/shared/session/page-auth.ts',
  'src/shared/session/live-events.ts',
  'src/features/header/CustomerMenus.tsx',
];
/** Message area of the header for a signed-in customer. */
const sessionArea = 'wallet';

/** Script files that a page imports dynamically: its screen, its messages and their imports. */
export function scriptsOf(
  manifest: Readonly<Record<string, Chunk>>,
  { module, areas = [], isPublic = false }: DocumentSource,
  language: Language,
): string[] {
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no module ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  const isFramed = !isPublic && module !== undefined;
  for (const area of new Set(['base', ...areas, ...(isFramed ? [sessionArea] : [])]))
    add(`../../packages/i18n/dist/catalogues/${language}/${area}.json`);
  if (module !== undefined) add(module);
  if (isFramed) sessionModules.forEach(add);
  return [...files];
}
