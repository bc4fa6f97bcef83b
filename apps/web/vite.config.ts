import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';

/** Inlines the boot script with the URL of the typeface, because a separate file would arrive after the first paint. */
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

/** Compresses assets once at build time instead of in every response. */
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
          // Blocks of 512 KiB: the framework's chunk fits into one block, and compresses better than with the default.
          brotliCompressSync(readFileSync(file), {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 19 },
          }),
        );
      }
    },
  };
}

/** Emits the service worker with the names of all files that it caches. */
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

/**
 * With its own flag for prerendering, the router omits Suspense boundaries, and the browser can't hydrate the result.
 */
const routerInBrowser = join(
  dirname(createRequire(import.meta.resolve('@tanstack/react-router')).resolve('@tanstack/router-core/package.json')),
  'dist/esm/isServer/client.js',
);

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), inlineBoot(), keepApp(), precompress()],
  ssr: { noExternal: true },
  // Class names must not depend on the order in which modules are evaluated: hydration needs the same names in both
  // builds.
  oxc: {
    include: /\.(?:[jt]sx?|mts)$/,
    exclude: /node_modules[\\/]\.pnpm/,
    plugins: { styledComponents: { displayName: false, fileName: false } },
  },
  // The server replaces the placeholder with a fresh nonce in every page.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      ...(isSsrBuild ? [{ find: '@tanstack/router-core/isServer', replacement: routerInBrowser }] : []),
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
    dedupe: ['react', 'react-dom', 'styled-components'],
  },
  build: {
    // Few shared files instead of dozens of small ones: fewer requests, and better compression.
    rolldownOptions: {
      output: {
        // The first page lists all other files, so names are short: two letters and a hash are enough to tell them
        // apart.
        chunkFileNames: ({ name }) => `assets/${name.replace(/^chunk-.*/, 'sdk').slice(0, 2)}-[hash:7].js`,
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 1,
              test: /node_modules[\\/](react|react-dom|scheduler|styled-components|stylis|react-intl|intl-messageformat|@formatjs|@tanstack[\\/](?:react-router|router-core|history|react-store|store)|openapi-fetch|use-sync-external-store)[\\/]/,
            },
            {
              // Includes the components of most pages: each separate file would add its name to the first page.
              name: 'app',
              priority: 1,
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?!Dialog|Drawer|Checkbox|Choice|CodeField|Chip|Skeleton|StepList|TextAreaField|FileField|List|NetworkIcon|QrCode|ConfirmButton|DataTable|DateRange|DescriptionList|SearchableSelect|Result|StatusChip|StepIndicator|Timeline)|packages[\\/]api-sdk[\\/]dist[\\/]money[\\/]|apps[\\/]web[\\/]src[\\/](?:app[\\/](?!Alerts|service-worker)|shared[\\/](?:routing|i18n|forms[\\/]amount-input|state[\\/](?:store|palette)\.|api[\\/](?:client|config|connection|invalidation)|session[\\/](?:auth|session)\.|feedback[\\/](?:failures|toasts)|layout[\\/](?:LegalLinks|Page\.))|features[\\/](?:header[\\/](?!LogOut|CustomerMenus|menu|Bell)|cookie-agreement))/,
            },
            // One file for small modules, so that the first page lists only one name.
            {
              name: 'parts',
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?:Result|Chip|Skeleton)|apps[\\/]web[\\/]src[\\/](?:features[\\/]attention[\\/]Attention|shared[\\/](?:verification|feedback[\\/]Unavailable|api[\\/]save-file|session[\\/](?:session-store|profile-query)|state[\\/]use-countdown|layout[\\/](?:ResultPage|Section)))/,
              includeDependenciesRecursively: false,
            },
            // Form fields to sign in, register, or change a password or code.
            {
              name: 'fields',
              test: /packages[\\/](?:ui-kit[\\/]dist[\\/]StepIndicator|auth-core[\\/]dist[\\/](?:seal|internal[\\/]base64url))|apps[\\/]web[\\/]src[\\/](?:shared[\\/]forms[\\/](?:EmailField|Form|PasswordField|sealed|FormError|submission|captcha-error)|features[\\/]sign-in[\\/]pending)\./,
              includeDependenciesRecursively: false,
            },
            // Modules that the money pages share, in one file for the same reason. Excludes forms and results, which
            // the wallet does not need.
            {
              name: 'money',
              test: /packages[\\/]ui-kit[\\/]dist[\\/](?:List|DescriptionList|Timeline|ConfirmButton|StatusChip)|apps[\\/]web[\\/]src[\\/](?:shared[\\/](?:money[\\/](?!saved-addresses|WithdrawAmount|ReviewSheet|WithdrawalResult|withdrawal-outcome|TransactionActions|CancelPayment|Receipt|PrintButton|StatusAnnouncement|follow|AmountHero)|feedback[\\/]Copyable)|features[\\/](?:auto-redemption|history[\\/](?:entries|filters|HistoryRow|queries)))/,
              // Other chunks use the dependencies too.
              includeDependenciesRecursively: false,
            },
            // Actions on one payment, used by every page that shows a payment.
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
            // Modules that a page with a session imports after its first API call.
            {
              name: 'session',
              test: /apps[\\/]web[\\/]src[\\/](?:shared[\\/](?:session[\\/](?:page-auth|live-events)|state[\\/]draft-keys)|features[\\/]header[\\/](?:CustomerMenus|BellWhenLoaded|menu))\.|packages[\\/]auth-core[\\/]dist[\\/](?:auth|store|sse|grant|tabs|wakes|internal[\\/](?:call|lifetimes))|node_modules[\\/]eventsource-parser/,
              includeDependenciesRecursively: false,
            },
            // Modules that all passkey pages share, in one file, so that the first page lists only one name.
            {
              name: 'passkey',
              test: /packages[\\/](?:auth-core[\\/]dist[\\/]passkey|api-sdk[\\/]dist[\\/]resources[\\/]passkeys)\.|apps[\\/]web[\\/]src[\\/]shared[\\/]passkeys[\\/]/,
              includeDependenciesRecursively: false,
            },
            { name: 'xstate', test: /node_modules[\\/](?:xstate|@xstate)[\\/]/, includeDependenciesRecursively: false },
            // SDK resources, a few lines each, that the first page does not call.
            {
              name: 'sdk',
              test: /packages[\\/]api-sdk[\\/]dist[\\/](?:chunk-|resources[\\/](?!statements|passkeys|notifications))/,
            },
            {
              name: 'queries',
              // Only the history uses parallel queries.
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(?:useQueries|queriesObserver))|apps[\\/]web[\\/]src[\\/]shared[\\/]api[\\/]query-client\./,
            },
            {
              // The swap page takes its fields from this chunk, because it is rarely the first page.
              name: 'home',
              // Takes precedence over the other groups.
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
      // Prerendered pages preload their own files, and the service worker caches the rest, so the first page need not
      // list them.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? [] : files),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}));
