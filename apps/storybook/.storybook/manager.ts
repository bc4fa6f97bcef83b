import { markPath } from '@wusd/ui-kit/Logo';
import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';
import light from '../../../packages/ui-kit/tokens/light.tokens.json' with { type: 'json' };

// The frame around the stories. It has no CSS variables, so its colours are read from the tokens themselves.
const [accent, canvas, surface, fg] = (['accent', 'canvas', 'surface', 'fg'] as const).map(
  (role) => light.color[role].$value.hex,
);
const title = 'WUSD Wallet';
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 24" width="150" height="24"><path fill="${accent}" fill-rule="evenodd" d="${markPath}"/><text x="32" y="18" font-family="system-ui, sans-serif" font-size="16" font-weight="600" fill="${fg}">${title}</text></svg>`;

addons.setConfig({
  theme: create({
    base: 'light',
    brandTitle: title,
    brandImage: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brandTarget: '_self',
    colorPrimary: accent,
    colorSecondary: accent,
    barSelectedColor: accent,
    appBg: canvas,
    appContentBg: surface,
    textColor: fg,
    appBorderRadius: 12,
    inputBorderRadius: 8,
  }),
});
