// Compiles the design tokens to CSS variables and typed names, and fails where a pair of colours is too close to read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contrast } from './contrast.ts';

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const read = (name: string): Record<string, Group> =>
  JSON.parse(readFileSync(path(`tokens/${name}.tokens.json`), 'utf8')) as Record<string, Group>;

type Group = Record<string, { $value: string }>;
/** `forced` is for who chose the colours themselves: colours of the system (CSS Color 4, section 6.2), which stand as they are where others are replaced. */
type Theme = 'light' | 'dark' | 'forced';
type ColorFile = {
  color: Record<string, { $value: Record<Theme, string> }>;
  contrast: { pairs: [string, string, number][] };
};

const colors = JSON.parse(readFileSync(path('tokens/color.tokens.json'), 'utf8')) as ColorFile;
const groups = { ...read('dimension'), ...read('typography') };

const misses = colors.contrast.pairs.flatMap(([foreground, background, least]) =>
  (['light', 'dark'] as const).flatMap((theme) => {
    const ratio = contrast(colorOf(foreground, theme), colorOf(background, theme));
    return ratio < least ? [`${foreground} on ${background}, ${theme}: ${ratio.toFixed(2)} of ${least}`] : [];
  }),
);
if (misses.length > 0) throw new Error(`Contrast is too low:\n${misses.join('\n')}`);

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const theme = (name: Theme): string =>
  [
    `color-scheme: ${name === 'forced' ? 'light dark' : name};`,
    ...tokensOf(colors.color).map((token) => `--wusd-${kebab(token)}: ${colorOf(token, name)};`),
  ].join('\n  ');
const fixed = Object.entries(groups)
  .filter(([group]) => !group.startsWith('$'))
  .flatMap(([group, tokens]) =>
    tokensOf(tokens).map((token) => ({ group, token, value: tokens[token]?.$value ?? '' })),
  );

mkdirSync(path('dist'), { recursive: true });
writeFileSync(
  path('dist/tokens.css'),
  `/* Compiled from the design tokens. */
:root {
  ${theme('light')}
  ${fixed.map(({ group, token, value }) => `--wusd-${group}-${kebab(token)}: ${group === 'type' ? `${value} var(--wusd-font-sans)` : value};`).join('\n  ')}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
  ${theme('dark')}
  }
}
:root[data-theme='dark'] {
  ${theme('dark')}
}
@media (forced-colors: active) {
  :root, :root[data-theme] {
  ${theme('forced')}
  }
}
${readFileSync(path('src/base.css'), 'utf8')}`,
);

const entry = (name: string, variable: string): string => `  ${name}: 'var(--wusd-${variable})',`;
writeFileSync(
  path('src/tokens.ts'),
  `// Printed from the design tokens by scripts/tokens.ts.
/** Every design token as the CSS variable that holds it. */
export const vars = {
${tokensOf(colors.color)
  .map((token) => entry(token, kebab(token)))
  .join('\n')}
${fixed.map(({ group, token }) => entry(group + token.charAt(0).toUpperCase() + token.slice(1), `${group}-${kebab(token)}`)).join('\n')}
} as const;

export type Token = keyof typeof vars;
`,
);

function tokensOf(group: object): string[] {
  return Object.keys(group).filter((name) => !name.startsWith('$'));
}

function colorOf(token: string, name: Theme): string {
  const color = colors.color[token];
  if (!color) throw new Error(`There is no colour ${token}`);
  return color.$value[name];
}
