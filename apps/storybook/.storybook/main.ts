import type { StorybookConfig } from '@storybook/react-vite';
import { msw } from 'msw/vite';
import remarkGfm from 'remark-gfm';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    '../stories/**/*.mdx',
    '../stories/**/*.stories.tsx',
    '../../../packages/ui-kit/src/**/*.mdx',
    '../../../packages/ui-kit/src/**/*.stories.tsx',
  ],
  addons: [
    // Basic Markdown has no tables.
    {
      name: '@storybook/addon-docs',
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [remarkGfm] } } },
    },
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({
    ...vite,
    // Intercepts the requests of screens, which have no server here.
    plugins: [...(vite.plugins ?? []), msw({ mode: 'worker-only' })],
    build: {
      ...vite.build,
      rolldownOptions: {
        // "use client" has no effect in browser bundles. Its warnings would hide relevant ones.
        onLog: (level, log, report) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
        },
      },
    },
    resolve: {
      ...vite.resolve,
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      ],
      dedupe: ['react', 'react-dom', 'styled-components'],
    },
  }),
};
export default config;
