import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';

/** The boot script goes into the page itself, with the address of the typeface: a file of its own would arrive after the first paint. */
function inlineBoot(): Plugin {
  const name = 'figtree-latin.woff2';
  const typeface = (): string => createRequire(import.meta.url).resolve(`@wusd/ui-kit/fonts/${name}`);
  const boot = (address: string): string =>
    readFileSync(join(import.meta.dirname, 'boot.js'), 'utf8').replace('__TYPEFACE__', () => address);
  return {
    name: 'inline-boot',
    generateBundle() {
      this.emitFile({ type: 'asset', name, source: readFileSync(typeface()) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, server }) {
        const tag = { tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, injectTo: 'head-prepend' } as const;
        if (server) return [{ ...tag, children: boot(`/@fs${typeface()}`) }];
        const file = Object.keys(bundle ?? {}).find((each) => each.includes('figtree-latin'));
        if (file === undefined) throw new Error('The build has no typeface');
        const { code, errors } = minifySync('boot.js', boot(`/${file}`));
        if (errors.length > 0) throw new Error(`boot.js can't be minified: ${JSON.stringify(errors)}`);
        return [{ ...tag, children: code }];
      },
    },
  };
}

/** Compresses once at build what would otherwise be compressed at every answer. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ build, root }) {
      folder = join(root, build.outDir, 'assets');
    },
    closeBundle() {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const file = join(folder, name);
        writeFileSync(
          `${file}.br`,
          // Blocks of 512 KiB: the framework's chunk is one, and comes out smaller than by the default.
          brotliCompressSync(readFileSync(file), {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 19 },
          }),
        );
      }
    },
  };
}

/** The service worker, with the names of all that it keeps. */
function keepApp(): Plugin {
  return {
    name: 'keep-app',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle(_options, bundle) {
      const files = JSON.stringify([
        ...Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .toSorted()
          .map((name) => `/${name}`),
        '/icon.svg',
        '/manifest.webmanifest',
      ]);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
          .replace('__FILES__', () => files)
          .replace('__VERSION__', createHash('sha256').update(files).digest('hex').slice(0, 12)),
      });
    },
  };
}

/** The router's own flag for prerendering would leave out Suspense boundaries, and the browser could not hydrate the result. */
const routerInBrowser = join(
  dirname(createRequire(import.meta.resolve('@tanstack/react-router')).resolve('@tanstack/router-core/package.json')),
  'dist/esm/isServer/client.js',
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), inlineBoot(), keepApp(), precompress()],
  ssr: { noExternal: true },
  // Class names must not depend on the order in which modules are evaluated: hydration needs the same in both builds.
  oxc: {
    include: /\.(?:[jt]sx?|mts)$/,
    exclude: /node_modules[\\/]\.pnpm/,
    plugins: { styledComponents: { displayName: false, fileName: false } },
  },
  // The server puts a fresh nonce in its place with every page.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      ...(isSsrBuild ? [{ find: '@tanstack/router-core/isServer', replacement: routerInBrowser }] : []),
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
    dedupe: ['react', 'react-dom', 'styled-components'],
  },
  build: {
    // A few files that every page needs, instead of dozens of small ones: fewer requests, and they compress better together.
    rolldownOptions: {
      output: {
        // The first page lists every other file: what each is of is in the sources, and two letters of it are enough to tell files apart by.
        chunkFileNames: ({ name }) => `assets/${name.replace(/^chunk-.*/, 'sdk').slice(0, 2)}-[hash:7].js`,
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 1,
              test: /node_modules[\\/](react|react-dom|scheduler|styled-components|stylis|react-intl|intl-messageformat|@formatjs|@tanstack[\\/](?:react-router|router-core|history|react-store|store)|openapi-fetch|use-sync-external-store)[\\/]/,
            },
            {
              // With the components of most pages: a file that the first page names costs it more than its bytes.
              name: 'app',
              priority: 1,
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?!Dialog|Drawer|Checkbox|Choice|CodeField|Chip|Skeleton|StepList|TextAreaField|FileField|List|NetworkIcon|QrCode|ConfirmButton|DataTable|DateRange|DescriptionList|SearchableSelect|Result|StatusChip|StepIndicator|Timeline)|packages[\\/]api-sdk[\\/]dist[\\/]money[\\/]|apps[\\/]web[\\/]src[\\/](?:app[\\/](?!Alerts|service-worker)|shared[\\/](?:routing|i18n|forms[\\/]amount-input|state[\\/](?:store|palette)\.|api[\\/](?:client|config|connection|invalidation)|session[\\/](?:auth|session)\.|feedback[\\/](?:failures|toasts)|layout[\\/](?:LegalLinks|Page\.))|features[\\/](?:header[\\/](?!LogOut|CustomerMenus|menu|Bell)|cookie-agreement))/,
            },
            // One small file: each has a name that the first page would have to list.
            {
              name: 'parts',
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?:Result|Chip|Skeleton)|apps[\\/]web[\\/]src[\\/](?:features[\\/]attention[\\/]Attention|shared[\\/](?:verification|feedback[\\/]Unavailable|api[\\/]save-file|session[\\/](?:session-store|profile-query)|state[\\/]use-countdown|layout[\\/](?:ResultPage|Section)))/,
              includeDependenciesRecursively: false,
            },
            // Whoever signs in, registers or changes a secret types into these.
            {
              name: 'fields',
              test: /packages[\\/](?:ui-kit[\\/]dist[\\/]StepIndicator|auth-core[\\/]dist[\\/](?:seal|internal[\\/]base64url))|apps[\\/]web[\\/]src[\\/](?:shared[\\/]forms[\\/](?:EmailField|Form|PasswordField|sealed|FormError|submission|captcha-error)|features[\\/]sign-in[\\/]pending)\./,
              includeDependenciesRecursively: false,
            },
            // What pages of money share, in one file for the same reason. Not what the wallet has no part in: asking for money, and results.
            {
              name: 'money',
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?:List|DescriptionList|Timeline|ConfirmButton|StatusChip)|apps[\\/]web[\\/]src[\\/](?:shared[\\/](?:money[\\/](?!saved-addresses|WithdrawAmount|ReviewSheet|WithdrawalResult|withdrawal-outcome|TransactionActions|CancelPayment|Receipt|PrintButton|StatusAnnouncement|follow|AmountHero)|feedback[\\/]Copyable)|features[\\/](?:auto-redemption|history[\\/](?:entries|filters|HistoryRow|queries)))/,
              // What it stands on is others' too.
              includeDependenciesRecursively: false,
            },
            // What can be done about one payment, on every page that shows one.
            {
              name: 'payment',
              test: /apps[\\/]web[\\/]src[\\/]shared[\\/](?:money[\\/](?:TransactionActions|CancelPayment|Receipt|PrintButton|StatusAnnouncement|follow)|state[\\/]use-has-passed|api[\\/]share-file)\./,
              includeDependenciesRecursively: false,
            },
            {
              name: 'forms',
              test: /node_modules[\\/](?:react-hook-form|@hookform)[\\/]|apps[\\/]web[\\/]src[\\/](?:shared[\\/]forms[\\/](?:use-form|use-field|refusals|resolver|rules)|features[\\/]sign-in[\\/]schema)\./,
              includeDependenciesRecursively: false,
            },
            // What a page with a session imports after its first call.
            {
              name: 'session',
              test: /apps[\\/]web[\\/]src[\\/](?:shared[\\/](?:session[\\/](?:page-auth|live-events)|state[\\/]draft-keys)|features[\\/]header[\\/](?:CustomerMenus|BellWhenLoaded|menu))\.|packages[\\/]auth-core[\\/]dist[\\/](?:auth|store|sse|grant|tabs|wakes|internal[\\/](?:call|lifetimes))|node_modules[\\/]eventsource-parser/,
              includeDependenciesRecursively: false,
            },
            // What signs in, confirms and secures by a passkey shares: each file has a name that the first page would have to list.
            {
              name: 'passkey',
              test: /packages[\\/](?:auth-core[\\/]dist[\\/]passkey|api-sdk[\\/]dist[\\/]resources[\\/]passkeys)\.|apps[\\/]web[\\/]src[\\/]shared[\\/]passkeys[\\/]/,
              includeDependenciesRecursively: false,
            },
            { name: 'xstate', test: /node_modules[\\/](?:xstate|@xstate)[\\/]/, includeDependenciesRecursively: false },
            // Of each resource a few lines: what the first page does not call itself.
            {
              name: 'sdk',
              test: /packages[\\/]api-sdk[\\/]dist[\\/](?:chunk-|resources[\\/](?!statements|passkeys|notifications))/,
            },
            {
              name: 'queries',
              // Many queries at once are asked by the history alone.
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(?:useQueries|queriesObserver))|apps[\\/]web[\\/]src[\\/]shared[\\/]api[\\/]query-client\./,
            },
            {
              // The page of a swap has its fields from here: it is seldom the first.
              name: 'home',
              // Before whatever else takes what it needs.
              priority: 1,
              test: /apps[\\/]web[\\/]src[\\/](?:shared[\\/]forms[\\/]SwapFields|features[\\/](?:calculator|product-page[\\/](?:ProductPage|bands))|routes[\\/]home\.tsx)/,
            },
          ],
        },
      },
    },
    target: 'es2022',
    manifest: isSsrBuild !== true,
    modulePreload: {
      polyfill: false,
      // The pages name what they need themselves, and the service worker keeps the rest: the first page need not list it.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? [] : files),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}));
