import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { describeMissing, elfFiles, missingLibraries } from './libraries.ts';
import { woffToOpenType } from './woff.ts';

const require = createRequire(import.meta.url);
const cache = join(dirname(fileURLToPath(import.meta.url)), '../../.cache');

/** The last release with libsqlite3, which the libraries of the newer release link. */
const libraries = 'chromium-with-sqlite';

/**
 * Unpacks Chromium from the npm registry into `.cache`, once per version, with fonts for Thai and Chinese. It downloads
 * nothing and changes nothing outside the project, so tests run without root and every machine renders the same pixels.
 *
 * @returns launch options for Playwright.
 * @throws if the machine can't run it; the message lists the missing libraries.
 */
export async function chromium(): Promise<{ executablePath: string; args: string[]; env: Record<string, string> }> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`The browser from npm needs Linux on x64; this machine is ${process.platform}-${process.arch}.`);
  const home = join(cache, `chromium-${versionOf('@sparticuz/chromium')}-${versionOf(libraries)}`);
  if (!existsSync(home)) await unpack(home);
  const libraryPath = join(home, 'al2023/lib');
  await requireLibraries(home, libraryPath);
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
      LD_LIBRARY_PATH: libraryPath,
      FONTCONFIG_PATH: join(home, 'fontconfig'),
      FONTCONFIG_FILE: join(home, 'fontconfig/fonts.conf'),
    },
  };
}

/** The exports of these packages hide package.json and the archives, so the folder is derived from the entry point. */
function folderOf(name: string): string {
  return join(dirname(require.resolve(name)), '..');
}

function versionOf(name: string): string {
  const manifest = readFileSync(join(folderOf(name), 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Set once the libraries were found, so that child processes skip the check. */
const checked = 'WUSD_BROWSER_CHECKED';

/** With a missing library the browser would start, but crash at its first TLS handshake. */
async function requireLibraries(home: string, libraryPath: string): Promise<void> {
  if (process.env[checked] === home) return;
  const missing = missingLibraries(await elfFiles(home), { libraryPath });
  if (missing.length > 0) throw new Error(describeMissing(missing));
  process.env[checked] = home;
}

async function unpack(home: string): Promise<void> {
  // The package unpacks into the temporary folder, and its libraries only if the environment looks like AWS. It reads
  // both variables at call time, so they are set for this call only.
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
  await pipeline(
    createReadStream(join(folderOf(libraries), 'bin/al2.tar.br')),
    createBrotliDecompress(),
    extract(join(staging, 'al2023'), {
      ignore: (_, header) => header?.type === 'file' && !header.name.endsWith('/libsqlite3.so.0'),
    }),
  );
  await installFonts(join(staging, 'fontconfig'), join(home, 'fontconfig'));
  // The rename publishes the folder atomically. A second process that unpacked at the same time fails harmlessly.
  await rename(staging, home).catch(async (error: NodeJS.ErrnoException) => {
    if (!existsSync(home)) throw error;
    await rm(staging, { recursive: true });
  });
}

const fonts = ['noto-sans/latin', 'noto-sans/latin-ext', 'noto-sans-thai/thai', 'noto-sans-sc/chinese-simplified'];
/** 700 too: some font families have another name at weight 600, and the nearest bold is used instead. */
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
