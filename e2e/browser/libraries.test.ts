import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { chromium as playwright } from 'playwright';
import { generate } from 'selfsigned';
import { chromium } from './chromium.ts';
import { describeMissing, elfFiles, missingLibraries } from './libraries.ts';

const { executablePath, args, env } = await chromium();
const libraryPath = env['LD_LIBRARY_PATH'] ?? '';

/** A copy of a bundled library in which one name is replaced by another of the same length. */
async function alteredLibrary(name: string, from: string, to: string): Promise<string> {
  const copy = join(await mkdtemp(join(tmpdir(), 'libraries-')), name);
  const original = await readFile(join(libraryPath, name), 'latin1');
  assert.ok(original.includes(from));
  await writeFile(copy, original.replaceAll(from, to), 'latin1');
  return copy;
}

test('finds every library that the browser links, including libraries loaded at run time', async () => {
  const files = await elfFiles(dirname(executablePath));
  assert.ok(files.some((file) => basename(file) === 'chromium'));
  assert.ok(files.some((file) => basename(file) === 'libsoftokn3.so'));
  assert.deepEqual(missingLibraries(files, { libraryPath }), []);
});

test('provides libsqlite3, whether or not the machine has it', async () => {
  assert.ok((await elfFiles(libraryPath)).some((file) => basename(file) === 'libsqlite3.so.0'));
});

test('reports a missing library with its file and the remedy', async () => {
  const file = await alteredLibrary('libsoftokn3.so', 'libsqlite3.so.0', 'libmissing.so.0');
  const missing = missingLibraries([file], { libraryPath });
  assert.ok(missing.some(({ needs }) => needs === 'libmissing.so.0'));
  assert.match(describeMissing(missing), /libmissing\.so\.0, needed by .*libsoftokn3\.so \(find its package at/);
  assert.match(describeMissing([{ file, needs: 'libsqlite3.so.0' }]), /on Debian: apt-get install libsqlite3-0/);
});

test('reports a library that lacks a symbol', async () => {
  const file = await alteredLibrary('libsoftokn3.so', 'sqlite3_mprintf', 'sqlite3_missing');
  assert.deepEqual(missingLibraries([file], { libraryPath }), [{ file, needs: 'sqlite3_missing' }]);
});

test('reports a machine without ldd, and a machine with musl', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'libraries-'));
  const musl = join(folder, 'ldd');
  await writeFile(musl, '#!/bin/sh\necho "musl libc (x86_64)" >&2\nexit 1\n', { mode: 0o755 });
  assert.throws(() => missingLibraries([executablePath], { libraryPath, ldd: join(folder, 'none') }), /Install glibc/);
  assert.throws(() => missingLibraries([executablePath], { libraryPath, ldd: musl }), /needs glibc/);
});

test('the browser completes a TLS handshake', async () => {
  const certificate = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const server = createServer({ key: certificate.private, cert: certificate.cert }, (_, answer) =>
    answer.end('<title>over TLS</title>'),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await playwright.launch({ executablePath, args, env });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`https://127.0.0.1:${port}/`);
  assert.equal(await page.title(), 'over TLS');
  await browser.close();
  server.close();
});
