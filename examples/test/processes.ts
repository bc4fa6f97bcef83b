import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** An example running as a process, with its output and input. */
export class Running implements AsyncDisposable {
  readonly #child: ChildProcess;
  #printed = '';

  constructor(file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
    this.#child = spawn(process.execPath, [file, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#printed += text));
  }

  get printed(): string {
    return this.#printed;
  }

  /** Waits until the output matches; fails with the actual output otherwise. */
  async until(wanted: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = wanted.exec(this.#printed);
      if (found) return found;
      if (this.#child.exitCode !== null) throw new Error(`It ended without ${wanted}:\n${this.#printed}`);
      // oxlint-disable-next-line no-await-in-loop -- one piece of output after the other
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), once(this.#child, 'close')]);
    }
  }

  answer(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Exit code and complete output. */
  async end(): Promise<{ code: number | null; printed: string }> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return { code: this.#child.exitCode, printed: this.#printed };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill();
    await once(this.#child, 'close');
  }
}
