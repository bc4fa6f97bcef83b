import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { nodeChecks } from '@wusd/payouts/check-nodes';
import { createRemoteSigner, type RemoteSignerSettings } from '@wusd/payouts/remote-signer';
import { createClient } from '@wusd/server-kit/connections';
import { outboundSignal } from '@wusd/server-kit/outbound';
import { familyCurves } from '@wusd/payouts/open-networks';
import { networkFamilies } from '@wusd/server-kit/registry/networks';
import type { BankSettings } from '../gateways/banks/settings.ts';
import { type BlobSettings, createBlobs } from '../gateways/blobs/index.ts';
import { type ClamdAddress, createClamd } from '../gateways/clamd.ts';
import { recaptchaUrl } from '../gateways/recaptcha.ts';
import { verifySmtp } from '../gateways/smtp.ts';
import type { ConnectionCheck } from '../domains/operations/results.ts';
import { findExcessPrivileges } from '../platform/database/logins.ts';
import { findPendingMigrations } from '../platform/database/migrator.ts';
import { openBank } from './gateways.ts';
import type { Settings } from './settings.ts';

const timeoutMs = 15_000;
/**
 * Maximum clock difference to the database. A larger difference makes codes and deadlines expire at the wrong time.
 */
const mostSkewMs = 2000;
const leastPostgres = 150_000;
/** A month, which leaves enough time to renew a certificate. */
const leastValidMs = 30 * 24 * 3600_000;
/** The EICAR test file, which every scanner reports as infected. Split, so that scanners do not report this file. */
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

interface Check {
  subject: string;
  /** @returns the finding. @throws Error that describes the problem */
  run(): Promise<string>;
}

/** Tests every configured connection. Sends nothing to customers, and stores nothing except a test object. */
export async function checkConnections(settings: Settings): Promise<ConnectionCheck[]> {
  const checks = [...databaseChecks(settings), ...gatewayChecks(settings), ...networkChecks(settings)];
  return Promise.all(checks.map(perform));
}

async function perform({ subject, run }: Check): Promise<ConnectionCheck> {
  try {
    return { subject, isOk: true, detail: await run() };
  } catch (error) {
    return { subject, isOk: false, detail: describe(error) };
  }
}

/**
 * Returns the first line of an error and of its causes, without URLs: messages of drivers can repeat a URL with a
 * password.
 */
function describe(error: unknown): string {
  const lines: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) lines.push(each.message.split('\n')[0] ?? '');
  return lines
    .filter((line) => line !== '')
    .join(': ')
    .replaceAll(/\w+:\/\/\S+/g, '…');
}

function databaseChecks({ databaseUrl, migratorDatabaseUrl, readOnlyDatabaseUrl, mode }: Settings): Check[] {
  if (databaseUrl === undefined) return [];
  return [
    { subject: 'Database, application', run: () => checkApplicationLogin(databaseUrl, mode) },
    { subject: 'Database, schema', run: () => checkSchema(migratorDatabaseUrl ?? databaseUrl) },
    { subject: 'Database, clock', run: () => checkClock(databaseUrl) },
    ...(readOnlyDatabaseUrl === undefined
      ? []
      : [{ subject: 'Database, read-only', run: () => checkReadOnlyLogin(readOnlyDatabaseUrl) }]),
  ];
}

async function query<Row extends object>(url: string, text: string): Promise<Row> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text);
    if (!rows[0]) throw new Error('no answer');
    return rows[0];
  } finally {
    await client.end();
  }
}

async function checkApplicationLogin(url: string, mode: Settings['mode']): Promise<string> {
  const { version, number, role, encrypted } = await query<{
    version: string;
    number: number;
    role: string;
    encrypted: boolean;
  }>(
    url,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number, current_user as role,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted`,
  );
  if (number < leastPostgres) throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`);
  const excess = mode === 'production' ? await findExcessPrivileges(url) : [];
  if (excess.length > 0) throw new Error(`the role ${role} ${excess.join(', ')}`);
  return `PostgreSQL ${version} as ${role}, ${encrypted ? 'with' : 'without'} TLS`;
}

async function checkSchema(url: string): Promise<string> {
  const pending = await findPendingMigrations(url);
  if (pending.length > 0) throw new Error(`lacks ${pending.join(', ')}: npm run operator -- migrate`);
  return 'up to date';
}

async function checkClock(url: string): Promise<string> {
  const sentAt = Date.now();
  const { now } = await query<{ now: Date }>(url, 'select clock_timestamp() as now');
  const answeredAt = Date.now();
  const theirs = now.getTime();
  const skewMs = Math.max(sentAt - theirs, theirs - answeredAt, 0);
  if (skewMs > mostSkewMs)
    throw new Error(`differs from this machine's by ${skewMs} ms: synchronise both, e.g. by chrony`);
  return "agrees with this machine's";
}

async function checkReadOnlyLogin(url: string): Promise<string> {
  const { role, writable } = await query<{ role: string; writable: string | null }>(
    url,
    `select current_user as role, (select string_agg(relname, ', ') from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and has_table_privilege(oid, 'insert, update, delete, truncate')) as writable`,
  );
  if (writable !== null) throw new Error(`the role ${role} can write ${writable}`);
  return `reads only, as ${role}`;
}

function gatewayChecks(settings: Settings): Check[] {
  const { smtpUrl, clamd, blobs, banks } = settings;
  return [
    smtpUrl === undefined
      ? undefined
      : { subject: 'Mail', run: () => verifySmtp(smtpUrl).then(() => 'the server accepts us; nothing was sent') },
    reach('SMS gateway', settings.smsGatewayUrl),
    reach('Captcha', settings.recaptchaVerifyUrl ?? (settings.mode === 'production' ? recaptchaUrl : undefined)),
    reach('Identity provider', settings.identityUrl),
    reach('Screening', settings.screeningUrl),
    reach('Rates', settings.ratesUrl),
    clamd && { subject: 'Virus scanner', run: () => checkScanner(clamd) },
    blobs && { subject: 'Storage of receipts', run: () => checkStorage(blobs) },
    ...banks.map((bank) => ({ subject: `Bank ${bank.id}`, run: () => checkBank(bank) })),
  ].filter((check) => check !== undefined);
}

async function checkScanner(address: ClamdAddress): Promise<string> {
  const { isClean } = await createClamd(address).scan(Buffer.from(testVirus));
  if (isClean) throw new Error('does not recognise the EICAR test file: are its signatures loaded?');
  return 'recognises the EICAR test file';
}

async function checkStorage(settings: BlobSettings): Promise<string> {
  const store = createBlobs(settings);
  const bytes = Buffer.from('connection check');
  await store.put('connection-check', bytes);
  const read = await store.get('connection-check');
  if (read?.equals(bytes) !== true) throw new Error('returned other bytes than were stored');
  return 'stores and returns a test object';
}

/** Checks that a gateway is reachable. Any response counts, because a real request would need a customer. */
function reach(subject: string, url: string | undefined): Check | undefined {
  if (url === undefined) return undefined;
  return {
    subject,
    async run() {
      const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: outboundSignal(timeoutMs) });
      return `answers (HTTP ${status}); its token was not tested`;
    },
  };
}

async function checkBank(bank: BankSettings): Promise<string> {
  // Writes no file, because files in the folder may be sent to the bank.
  if ('folder' in bank.exchange) await access(bank.exchange.folder, constants.W_OK);
  const unread = await openBank(bank).files.list('in');
  return 'folder' in bank.exchange
    ? `its folder can be written; ${unread.length} files to read`
    : `its host has the expected key; ${unread.length} files to read`;
}

function networkChecks({ networks, signer }: Settings): Check[] {
  const nodes = nodeChecks(networks).map(({ name, readHead }) => ({
    subject: name,
    run: async () => `of the right chain, at block ${await readHead()}`,
  }));
  if (!signer) return nodes;
  const remote = createRemoteSigner(signer);
  const families = networkFamilies.filter((family) => networks[family] !== undefined);
  return [
    ...nodes,
    { subject: 'Signer, its authority', run: async () => checkCertificate(new X509Certificate(signer.ca)) },
    { subject: 'Signer, our certificate', run: async () => checkCertificate(new X509Certificate(signer.certificate)) },
    { subject: 'Signer, its certificate', run: async () => checkCertificate(await peerCertificate(signer)) },
    ...families.map((family) => ({
      subject: `Signer, key of ${family}`,
      async run() {
        const { retired } = await remote.open(family, familyCurves[family]);
        return retired.length === 0 ? 'can be opened' : `can be opened, with ${retired.length} retired`;
      },
    })),
  ];
}

/** @throws Error if the certificate expires soon */
function checkCertificate({ validToDate }: X509Certificate): string {
  const day = validToDate.toISOString().slice(0, 10);
  if (validToDate.getTime() - Date.now() < leastValidMs) throw new Error(`is valid until ${day} only: renew it`);
  return `is valid until ${day}`;
}

async function peerCertificate({ url, ca, certificate: cert, key }: RemoteSignerSettings): Promise<X509Certificate> {
  const asked = request(url, { method: 'HEAD', ca, cert, key, agent: false, signal: outboundSignal(timeoutMs) });
  try {
    const answered = once(asked, 'response');
    asked.end();
    await answered;
    const certificate = asked.socket instanceof TLSSocket ? asked.socket.getPeerX509Certificate() : undefined;
    if (!certificate) throw new Error('has sent no certificate');
    return certificate;
  } finally {
    asked.destroy();
  }
}
