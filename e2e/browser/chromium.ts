import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { woffToOpenType } from './woff.ts';

const require = createRequire(import.meta.url);
const cache = join(dirname(fileURLToPath(import.meta.url)), '../../.cache');

/**
 * Chromium from the npm registry, unpacked once per version into `.cache`, with the fonts it needs to
 * draw Thai and Chinese. Nothing is downloaded and nothing outside the project is touched, so tests run
 * without root and every machine draws the same pixels.
 *
 * @returns launch options for Playwright.
 */
export async function chromium(): Promise<{ executablePath: string; args: string[]; env: Record<string, string> }> {
  const home = join(cache, `chromium-${installedVersion()}`);
  if (!existsSync(home)) await unpack(home);
  return {
    executablePath: join(home, 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
      '--font-render-hinting=none',
    ],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(home, 'al2023/lib'),
      FONTCONFIG_PATH: join(home, 'fontconfig'),
      FONTCONFIG_FILE: join(home, 'fontconfig/fonts.conf'),
    },
  };
}

function installedVersion(): string {
  // Its exports hide package.json, so it is read beside the entry that they do show.
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '../package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

async function unpack(home: string): Promise<void> {
  // The package unpacks into the temporary folder, and its libraries only where it believes it runs on
  // AWS. Both are read from the environment at call time, so they are set for this one call.
  const staging = `${home}.${process.pid}`;
  await mkdir(staging, { recursive: true });
  const before = { TMPDIR: process.env.TMPDIR, AWS: process.env.AWS_EXECUTION_ENV, LD: process.env.LD_LIBRARY_PATH };
  process.env.TMPDIR = staging;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    await bundled.executablePath();
  } finally {
    restore('TMPDIR', before.TMPDIR);
    restore('AWS_EXECUTION_ENV', before.AWS);
    restore('LD_LIBRARY_PATH', before.LD);
  }
  await installFonts(join(staging, 'fontconfig'), join(home, 'fontconfig'));
  // The rename is what publishes the folder: a second process that unpacked at the same time loses the race harmlessly.
  await rename(staging, home).catch(async (error: NodeJS.ErrnoException) => {
    if (!existsSync(home)) throw error;
    await rm(staging, { recursive: true });
  });
}

const fonts = ['noto-sans/latin', 'noto-sans/latin-ext', 'noto-sans-thai/thai', 'noto-sans-sc/chinese-simplified'];
/** 700 too: of some families the 600 goes by a name of its own, and the nearest bold is drawn instead. */
const weights = [400, 500, 600, 700];

async function installFonts(staging: string, home: string): Promise<void> {
  await mkdir(join(staging, 'fonts'), { recursive: true });
  for (const font of fonts) {
    const [name, subset] = font.split('/');
    const files = join(dirname(require.resolve(`@fontsource/${name}/package.json`)), 'files');
    for (const weight of weights) {
      const woff = await readFile(join(files, `${name}-${subset}-${weight}-normal.woff`));
      await writeFile(join(staging, 'fonts', `${name}-${subset}-${weight}.ttf`), woffToOpenType(woff));
    }
  }
  const families = '<family>Noto Sans</family><family>Noto Sans Thai</family><family>Noto Sans SC</family>';
  await writeFile(
    join(staging, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'cache')}</cachedir>
  <alias><family>sans-serif</family><prefer>${families}</prefer></alias>
  <alias><family>system-ui</family><prefer>${families}</prefer></alias>
</fontconfig>
`,
  );
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
