import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Links the installed dependencies of a folder into its copy.
 *
 * @param own packages that the copy contains itself, as paths from its root
 */
export function linkModules(root: string, copy: string, folder: string, own: readonly string[]): void {
  const installed = join(root, folder, 'node_modules');
  const modules = join(copy, folder, 'node_modules');
  mkdirSync(join(modules, '@wusd'), { recursive: true });
  const names = readdirSync(installed).filter((name) => name !== '@wusd');
  const workspaces = existsSync(join(installed, '@wusd')) ? readdirSync(join(installed, '@wusd')) : [];
  for (const name of [...names, ...workspaces.map((each) => `@wusd/${each}`)]) {
    const target = relative(root, realpathSync(join(installed, name)));
    symlinkSync(join(own.includes(target) ? copy : root, target), join(modules, name));
  }
}
