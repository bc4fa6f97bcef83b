import type { Domain } from '../support/coverage.ts';

export const around: Domain = {
  name: 'what is around every page',
  messages: [
    'app',
    'mode',
    'header',
    'menu',
    'onboarding',
    'alert',
    'notFound',
    'home',
    'wallet',
    'asset',
    'palette',
    'guide',
  ],
  operations: ['getConfig', 'getAuthUser', 'logout'],
  limited: [],
  unshown: {
    'app.error.title': 'a page that breaks is a fault, and fails its journey; a story breaks one',
  },
  unmet: {},
};
