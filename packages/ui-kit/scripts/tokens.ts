// Compiles the design tokens to CSS variables and typed names. Fails on invalid tokens and on colour pairs with too
// little contrast.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, parse, type TokenNormalized } from '@terrazzo/parser';
import { contrast } from './contrast.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/**
 * Token extension with the system colour (CSS Color 4, section 6.2) for forced-colors mode, in which browsers replace all
 * other colours.
 */
const forced = 'example.wusd-wallet.forced-colors';

const resolverFile = new URL('tokens/wusd.resolver.json', root);
const { resolver } = await parse([{ filename: resolverFile, src: read('tokens/wusd.resolver.json') }], {
  config: defineConfig(
    { lint: { rules: { 'core/consistent-naming': ['error', { format: 'camelCase' }] } } },
    { cwd: new URL('tokens/', root) },
  ),
  req: async (url) => readFileSync(url, 'utf8'),
});
const themes = { light: tokensOf('light'), dark: tokensOf('dark') };

const { pairs } = JSON.parse(read('tokens/contrast.json')) as { pairs: [string, string, number][] };
const misses = pairs.flatMap(([foreground, background, least]) =>
  (['light', 'dark'] as const).flatMap((theme) => {
    const ratio = contrast(colorOf(foreground, theme), colorOf(background, theme));
    return ratio < least ? [`${foreground} on ${background}, ${theme}: ${ratio.toFixed(2)} of ${least}`] : [];
  }),
);
if (misses.length > 0) throw new Error(`Contrast is too low:\n${misses.join('\n')}`);

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const colors = Object.keys(themes.light).flatMap((id) => (id.startsWith('color.') ? [id.slice('color.'.length)] : []));
const theme = (scheme: string, valueOf: (name: string) => string): string =>
  [`color-scheme: ${scheme};`, ...colors.map((name) => `--wusd-${kebab(name)}: ${valueOf(name)};`)].join('\n  ');
const light = theme('light', (name) => colorOf(name, 'light'));
const dark = theme('dark', (name) => colorOf(name, 'dark'));
const system = theme('light dark', (name) => String(themes.light[`color.${name}`]?.$extensions?.[forced]));
const fixed = Object.entries(themes.light)
  .filter(([id]) => !id.startsWith('color.'))
  .map(([id, token]) => {
    const [group = '', name = ''] = id.split('.');
    return { group, name, value: css(token) };
  });

const sans = fixed.find(({ group, name }) => group === 'font' && name === 'sans')?.value;
if (sans === undefined) throw new Error('There is no token font.sans');

// The font is part of the tokens: one file for Latin letters and figures. Other scripts use system fonts.
const typeface = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/package.json')));
mkdirSync(new URL('dist/fonts', root), { recursive: true });
copyFileSync(join(typeface, 'files/figtree-latin-wght-normal.woff2'), new URL('dist/fonts/figtree-latin.woff2', root));
copyFileSync(join(typeface, 'LICENSE'), new URL('dist/fonts/LICENSE', root));
writeFileSync(
  new URL('dist/typeface.css', root),
  `/* The typeface, for pages that may move when it arrives. It is used where the root has the attribute data-typeface. */
@font-face {
  font-family: Figtree;
  src: url('./fonts/figtree-latin.woff2') format('woff2');
  font-weight: 300 900;
  font-display: swap;
  unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212, U+FEFF, U+FFFD;
}
`,
);
writeFileSync(
  new URL('dist/tokens.css', root),
  `/* Compiled from the design tokens. */
:root {
  ${light}
  ${fixed.map(({ group, name, value }) => `--wusd-${group}-${kebab(name)}: ${value};`).join('\n  ')}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
  ${dark}
  }
}
:root[data-theme='dark'] {
  ${dark}
}
/* Named where it has loaded only: to look for a typeface that isn't there takes its time in each size and weight. */
:root[data-typeface] {
  --wusd-font-sans: Figtree, ${sans};
}
@media (forced-colors: active) {
  :root, :root[data-theme] {
  ${system}
  }
}
${read('src/base.css')}`,
);

const entry = (name: string, variable: string): string => `  ${name}: 'var(--wusd-${variable})',`;
writeFileSync(
  new URL('src/tokens.ts', root),
  `// Printed from the design tokens by scripts/tokens.ts.
/** Every design token as the CSS variable that holds it. */
export const vars = {
${colors.map((name) => entry(name, kebab(name))).join('\n')}
${fixed.map(({ group, name }) => entry(group + name.charAt(0).toUpperCase() + name.slice(1), `${group}-${kebab(name)}`)).join('\n')}
} as const;

export type Token = keyof typeof vars;
`,
);

function tokensOf(name: 'light' | 'dark'): Record<string, TokenNormalized> {
  return resolver.apply({ theme: name });
}

function colorOf(name: string, scheme: 'light' | 'dark'): string {
  const token = themes[scheme][`color.${name}`];
  if (token?.$type !== 'color') throw new Error(`There is no colour ${name}`);
  return css(token);
}

/** Formats a value as CSS. */
function css({ id, ...token }: TokenNormalized): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- of all types that the format has, these are ours
  switch (token.$type) {
    case 'color': {
      const { components, alpha } = token.$value;
      const channels = [...components, ...(alpha < 1 ? [alpha] : [])];
      return `#${channels
        .map((channel) =>
          Math.round(Number(channel) * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;
    }
    case 'dimension':
    case 'duration':
      return `${token.$value.value}${token.$value.unit}`;
    case 'shadow':
      return token.$value
        .map(
          ({ offsetX, offsetY, blur, color }) =>
            `${offsetX.value}${offsetX.unit} ${offsetY.value}${offsetY.unit} ${blur.value}${blur.unit} rgb(${color.components.join(' ')} / ${color.alpha * 100}%)`,
        )
        .join(', ');
    case 'fontFamily':
      return [token.$value]
        .flat()
        .map((family) => (/ /.test(family) ? `'${family}'` : family))
        .join(', ');
    case 'typography': {
      const { fontWeight, fontSize, lineHeight } = token.$value as {
        fontWeight: number;
        fontSize: { value: number; unit: string };
        lineHeight: number;
      };
      // Rounded to avoid a tenth of a pixel of drift per row.
      const line = Math.round(fontSize.value * lineHeight * 1000) / 1000;
      return `${fontWeight} ${fontSize.value}${fontSize.unit}/${line}${fontSize.unit} var(--wusd-font-sans)`;
    }
    default:
      throw new Error(`${id} is of a type that has no CSS here: ${token.$type}`);
  }
}
