import { markPath } from '@wusd/ui-kit/Logo';
import { create, type ThemeVars } from 'storybook/theming';
import dark from '../../../packages/ui-kit/tokens/dark.tokens.json' with { type: 'json' };
import light from '../../../packages/ui-kit/tokens/light.tokens.json' with { type: 'json' };

const tokens = { light, dark };
const title = 'WUSD Wallet';

/**
 * Storybook's own frame in the product's colours. It does not support CSS variables, so the values are read from the
 * tokens.
 */
export function themeOf(base: 'light' | 'dark'): ThemeVars {
  const { color } = tokens[base];
  const hex = (role: keyof typeof color): string => color[role].$value.hex;
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 24" width="150" height="24"><path fill="${hex('accent')}" fill-rule="evenodd" d="${markPath}"/><text x="32" y="18" font-family="system-ui, sans-serif" font-size="16" font-weight="600" fill="${hex('fg')}">${title}</text></svg>`;
  return create({
    base,
    brandTitle: title,
    brandImage: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brandTarget: '_self',
    colorPrimary: hex('accent'),
    colorSecondary: hex('accentFg'),
    barSelectedColor: hex('accentFg'),
    barBg: hex('surface'),
    appBg: hex('canvas'),
    appContentBg: hex('surface'),
    appPreviewBg: hex('canvas'),
    appBorderColor: hex('border'),
    inputBg: hex('surface'),
    inputBorder: hex('borderControl'),
    inputTextColor: hex('fg'),
    textColor: hex('fg'),
    textMutedColor: hex('fgMuted'),
    barTextColor: hex('fgMuted'),
    appBorderRadius: 12,
    inputBorderRadius: 8,
  });
}
