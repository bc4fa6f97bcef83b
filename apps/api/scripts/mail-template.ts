// Compiles the MJML of mails to HTML, in the colours of the design tokens.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import mjml2html from 'mjml';
import * as v from 'valibot';

const require = createRequire(import.meta.url);
const source = new URL('../mails/template.mjml', import.meta.url);
export const templateFile = new URL('../src/gateways/mail-template.html', import.meta.url);

const colors = v.object({
  color: v.objectWithRest(
    { $type: v.literal('color') },
    v.object({ $value: v.object({ hex: v.pipe(v.string(), v.hexColor()) }) }),
  ),
});
const fonts = v.object({
  font: v.object({
    sans: v.object({ $value: v.array(v.string()) }),
    mono: v.object({ $value: v.array(v.string()) }),
  }),
});

type Colors = Record<string, string>;

/** The colours of a theme, by the names of their tokens, in hexadecimal. */
export function colorsOf(theme: 'light' | 'dark'): Colors {
  const { $type: _, ...tokens } = v.parse(colors, require(`@wusd/ui-kit/tokens/${theme}.tokens.json`)).color;
  return Object.fromEntries(Object.entries(tokens).map(([name, { $value }]) => [name, $value.hex]));
}

/** Selector, property and token, where the reader's mail program is dark. */
const darkRules: [string, 'color' | 'background' | 'border-color', string][] = [
  ['#body, #body > div', 'background', 'canvas'],
  ['.card, .card > table', 'background', 'surface'],
  ['.fg', 'color', 'fg'],
  ['.muted', 'color', 'fgMuted'],
  ['.accent', 'color', 'accentFg'],
  ['.line', 'border-color', 'border'],
  ['.wash', 'background', 'accentWash'],
  ['.sunken', 'background', 'sunken'],
  ['.warning-wash', 'background', 'warningWash'],
  ['.mark-ring', 'border-color', 'accent'],
  ['.mark-bar', 'background', 'accent'],
  ['.button td', 'background', 'accent'],
  ['.button a', 'background', 'accent'],
  ['.button a', 'color', 'onAccent'],
  ['.positive', 'color', 'positive'],
  ['.positive', 'background', 'positiveWash'],
  ['.warning', 'color', 'warning'],
  ['.warning', 'background', 'warningWash'],
  ['.negative', 'color', 'negative'],
  ['.negative', 'background', 'negativeWash'],
  ['.neutral', 'color', 'fgMuted'],
  ['.neutral', 'background', 'sunken'],
];

/** @returns the template that mails are made from, which is kept in `templateFile` */
export async function compileTemplate(): Promise<string> {
  const [light, dark] = [colorsOf('light'), colorsOf('dark')];
  const { sans, mono } = v.parse(fonts, require('@wusd/ui-kit/tokens/typography.tokens.json')).font;
  const family = (names: readonly string[]): string =>
    names.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(', ');
  const text = readFileSync(source, 'utf8')
    .replaceAll(/\{status\.(\w+)\}/g, (_, tone: string) => statusRow(tone))
    .replace('{dark}', () => darkStyles(dark))
    .replace(/^<!--[\s\S]*?-->\n/, '')
    .replaceAll('{font.sans}', family(sans.$value))
    .replaceAll('{font.mono}', family(mono.$value))
    .replaceAll(/\{color\.(\w+)\}/g, (_, name: string) => colorOf(light, name));
  const { html } = await mjml2html(text, { validationLevel: 'strict', fonts: {}, beautify: false, minify: false });
  return `${html
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')}\n`;
}

function colorOf(theme: Colors, name: string): string {
  const color = theme[name];
  if (color === undefined) throw new Error(`There is no colour token ${name}`);
  return color;
}

/** The last line of the facts, whose state is a chip. */
function statusRow(tone: string): string {
  const [text, wash] = tone === 'neutral' ? ['fgMuted', 'sunken'] : [tone, `${tone}Wash`];
  return `<!-- part ${tone} -->
    <tr>
      <th class="muted line" scope="row" align="left" valign="middle" style="padding: 12px 12px 12px 0; border-top: 1px solid {color.border}; font-size: 14px; font-weight: 400; line-height: 1.5; color: {color.fgMuted}; text-align: left">[[label]]</th>
      <td class="line" align="right" valign="middle" style="padding: 12px 0; border-top: 1px solid {color.border}; font-size: 14px; line-height: 1.5; text-align: right"><span class="${tone}" style="display: inline-block; padding: 2px 10px; border-radius: 12px; font-weight: 600; color: {color.${text}}; background: {color.${wash}}">[[value]]</span></td>
    </tr>
    <!-- end ${tone} -->`;
}

/** The dark theme for programs that read media queries, and for Outlook, which marks what it has recoloured (`data-ogsc`, `data-ogsb`). */
function darkStyles(dark: Colors): string {
  const rule = (prefix: string, [selector, property, token]: (typeof darkRules)[number]): string => {
    const selectors = selector.split(', ').map((each) => `${prefix}${each}`);
    const name = property === 'background' ? 'background-color' : property;
    return `${selectors.join(', ')} { ${name}: ${colorOf(dark, token)} !important; }`;
  };
  const outlook = darkRules
    .filter(([selector]) => !selector.startsWith('#body'))
    .map((each) => rule(each[1] === 'background' ? '[data-ogsb] ' : '[data-ogsc] ', each));
  return ['@media (prefers-color-scheme: dark) {', ...darkRules.map((each) => rule('', each)), '}', ...outlook].join(
    '\n',
  );
}

if (import.meta.main) writeFileSync(templateFile, await compileTemplate());
