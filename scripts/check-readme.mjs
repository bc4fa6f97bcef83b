// Compiles the code blocks of this folder's README that begin with their imports, so that the examples work verbatim.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.cwd();
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```(tsx?)\n(import [\s\S]*?)```/g)];
if (examples.length === 0) throw new Error(`${folder}/README.md has no example`);

// Within the package, so that its own name resolves as in a reader's project.
const out = join(folder, 'dist/.readme');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [index, [, language, code]] of examples.entries())
  writeFileSync(join(out, `example-${index}.${language}`), `${code}\nexport {};\n`);
writeFileSync(
  join(out, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: {
      types: examples.some(([, language]) => language === 'tsx') ? ['react', 'node'] : ['node'],
      noUncheckedSideEffectImports: false,
    },
    include: ['example-*'],
  }),
);
execFileSync(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', out], {
  stdio: 'inherit',
});
