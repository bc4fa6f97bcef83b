import '@wusd/ui-kit/tokens.css';
import '@wusd/ui-kit/typeface.css';
import type { Decorator, Preview } from '@storybook/react-vite';
import { defaultLanguage, isLanguage, type Language, languageNames, languages } from '@wusd/i18n';
import { type Catalogue, Messages } from '@wusd/i18n/react';
import enUs from '@wusd/i18n/catalogues/en_US.json';
import enXa from '@wusd/i18n/catalogues/en_XA.json';
import thTh from '@wusd/i18n/catalogues/th_TH.json';
import zhCn from '@wusd/i18n/catalogues/zh_CN.json';
import { language as chosen } from '@wusd/web/shared/i18n/preferences.ts';
import { useEffect } from 'react';
import { configure } from 'storybook/test';
import { enhanceControls } from '../controls.ts';

// Time limit of `findBy…` and `waitFor`, e.g. for a component that is loaded on demand. A slow machine must not fail a
// correct story.
configure({ asyncUtilTimeout: 20_000 });

document.documentElement.dataset['typeface'] = '';

const catalogues: Record<Language | 'en_XA', unknown> = { en_US: enUs, zh_CN: zhCn, th_TH: thTh, en_XA: enXa };

/** Applies theme and language of the toolbar to the story. */
const surroundings: Decorator = function Surroundings(Story, { globals }) {
  const theme = String(globals['theme']);
  const language = String(globals['language']);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  // Dates and amounts use the chosen language. The pseudo-locale uses the default language.
  useEffect(() => chosen.set(isLanguage(language) ? language : defaultLanguage), [language]);
  return (
    <Messages language={language} catalogue={catalogues[isLanguage(language) ? language : 'en_XA'] as Catalogue}>
      <Story />
    </Messages>
  );
};

const preview: Preview = {
  argTypesEnhancers: [enhanceControls],
  decorators: [surroundings],
  tags: ['autodocs'],
  initialGlobals: { theme: (import.meta.env['VITE_STORY_THEME'] as string | undefined) ?? 'light', language: 'en_US' },
  globalTypes: {
    theme: { toolbar: { title: 'Theme', icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true } },
    language: {
      toolbar: {
        title: 'Language',
        icon: 'globe',
        dynamicTitle: true,
        items: [
          ...languages.map((value) => ({ value, title: languageNames[value] })),
          { value: 'en_XA', title: 'Pseudo-locale' },
        ],
      },
    },
  },
  parameters: {
    a11y: {
      test: 'error',
      // The light theme is checked against every rule. The dark theme has the same elements, so only contrast is
      // checked.
      ...(import.meta.env['VITE_STORY_THEME'] === 'dark' && { options: { runOnly: ['color-contrast'] } }),
    },
    controls: { expanded: true },
    options: {
      storySort: {
        order: [
          'Start here',
          'Visual changes',
          'Foundations',
          ['Tokens', 'Colour', 'Type', 'Space', 'Icons', 'Motion', 'Money', 'Voice', 'Accessibility'],
          'Components',
          'Patterns',
          'Screens',
        ],
      },
    },
    viewport: {
      options: {
        narrow: { name: 'Narrow, 320', styles: { width: '320px', height: '640px' } },
        phone: { name: 'Phone, 375', styles: { width: '375px', height: '812px' } },
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '900px' } },
      },
    },
  },
};
export default preview;
