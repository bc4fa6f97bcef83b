import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, expect } from '@playwright/test';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.cache/seen');

export interface Described {
  operationId: string;
  'x-errors': string[];
}
const contract = createRequire(import.meta.url)('@wusd/api-sdk/openapi.json') as {
  paths: Record<string, Record<string, Described>>;
};
const routes = Object.entries(contract.paths)
  .map(([path, methods]) => ({
    pattern: new RegExp(`^/api${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    isWrittenOut: !path.includes('{'),
    methods,
  }))
  // If `/fiat-transaction/{id}` and `/fiat-transaction/get-txn-fee` both match, the literal path wins.
  .toSorted((one, another) => Number(another.isWrittenOut) - Number(one.isWrittenOut));
export const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));

/** Messages and responses that the journeys produced. */
export interface Seen {
  /** Ids of messages that the page formatted. */
  messages: Set<string>;
  /** `operationId errCode` of every response. */
  answers: Set<string>;
}

/** Title of the page that replaces a crashed one. */
const errorPageTitle = 'app.error.title';

/**
 * Records messages and responses of a context's pages. The returned function stores them for the coverage check.
 *
 * @throws from the returned function if a page crashed during rendering
 */
export async function watchSeen(context: BrowserContext): Promise<() => Promise<void>> {
  const seen: Seen = { messages: new Set(), answers: new Set() };
  const reading: Promise<void>[] = [];
  await context.exposeBinding('tellShown', (_source, ids: string[]) => {
    for (const id of ids) seen.messages.add(id);
  });
  await context.addInitScript(() => {
    const told = new Set<string>();
    let untold: string[] = [];
    // Batched per task: a call per message would cost more than the page itself.
    const tell = (): void => {
      (globalThis as unknown as { tellShown(ids: string[]): void }).tellShown(untold);
      untold = [];
    };
    addEventListener('message-shown', (event) => {
      const { id } = (event as CustomEvent<{ id: string }>).detail;
      if (told.has(id)) return;
      told.add(id);
      if (untold.push(id) === 1) queueMicrotask(tell);
    });
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const method = response.request().method().toLowerCase();
    const operation = routes.find(({ pattern, methods }) => methods[method] && pattern.test(pathname))?.methods[method];
    const type = response.headers()['content-type'] ?? '';
    // A file has no envelope, and a stream has no end.
    if (operation && response.headers()['content-disposition']?.startsWith('attachment'))
      seen.answers.add(`${operation.operationId} 00000`);
    if (!operation || !type.startsWith('application/json')) return;
    reading.push(
      response.json().then(
        ({ header }: { header?: { errCode?: string } }) =>
          void (header?.errCode !== undefined && seen.answers.add(`${operation.operationId} ${header.errCode}`)),
        // The page was closed before its response was read.
        () => {},
      ),
    );
  });
  return async () => {
    await Promise.all(reading);
    expect([...seen.messages], 'no page threw while it rendered').not.toContain(errorPageTitle);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${randomUUID()}.json`),
      JSON.stringify({ messages: [...seen.messages], answers: [...seen.answers] }),
    );
  };
}

export function forgetSeen(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function allSeen(): Seen {
  const files = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<keyof Seen, string[]>,
  );
  return {
    messages: new Set(files.flatMap(({ messages }) => messages)),
    answers: new Set(files.flatMap(({ answers }) => answers)),
  };
}
