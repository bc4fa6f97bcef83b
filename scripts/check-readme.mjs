// Compiles the first code block of the README in this folder, so that the example a reader begins with is one that works.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.cwd();
const example = /```(tsx?)\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'));
if (!example) throw new Error(`${folder}/README.md begins without an example`);
const [, language, code] = example;

// Within the package, so that it resolves by its own name, as a reader's project would resolve it.
const out = join(folder, 'dist/.readme');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, `example.${language}`), `${code}\nexport {};\n`);
writeFileSync(
  join(out, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: { types: language === 'tsx' ? ['react'] : ['node'], noUncheckedSideEffectImports: false },
    include: ['example.*'],
  }),
);
execFileSync(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', out], {
  stdio: 'inherit',
});
