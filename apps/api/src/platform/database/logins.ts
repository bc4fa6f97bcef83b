import { hkdfSync } from 'node:crypto';
import pg from 'pg';
import { createClient } from '@wusd/server-kit/connections';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';

// Three logins: the migrator owns the schema, the application has the privileges of wusd_app, and the read-only login
// has those of wusd_read.

export interface Logins {
  applicationUrl: string;
  readOnlyUrl: string;
}

/**
 * Derives the other logins from the owner's login, for the embedded database, tests, and test mode on a custom
 * PostgreSQL. A one-way function derives their passwords from the owner's, so that every node with the same URL gets
 * the same ones.
 *
 * @throws Error if the URL has no host, or no password to derive from
 */
export function deriveLogins(ownerUrl: string): Logins {
  const { password } = new pg.Client({ connectionString: ownerUrl });
  const derive = (login: string): string => {
    const url = new URL(ownerUrl);
    url.username = login;
    if (!password || url.username !== login)
      throw new Error(
        'DATABASE_URL has no host or no password. Create the logins of the application and of the migrator yourself, and give both.',
      );
    url.password = Buffer.from(hkdfSync('sha256', password, '', `wusd-wallet login ${login}`, 24)).toString(
      'base64url',
    );
    return url.toString();
  };
  return { applicationUrl: derive('wusd_api'), readOnlyUrl: derive('wusd_readonly') };
}

/** Creates missing derived logins and grants their privileges. Requires the schema. */
export async function ensureLogins(ownerUrl: string): Promise<Logins> {
  const logins = deriveLogins(ownerUrl);
  await ensureLogin(ownerUrl, logins.applicationUrl);
  await ensureLogin(ownerUrl, logins.readOnlyUrl);
  await grantLogins(ownerUrl, logins);
  return logins;
}

/**
 * Makes the logins members of the roles that hold their privileges, without the right to SET ROLE. PostgreSQL 15 can't
 * restrict SET ROLE: there a login may set the role, and gains no further privileges by it.
 */
export async function grantLogins(
  ownerUrl: string,
  { applicationUrl, readOnlyUrl }: { applicationUrl: string; readOnlyUrl?: string | undefined },
): Promise<void> {
  await withClient(ownerUrl, async (owner) => {
    await grant(owner, 'wusd_app', roleOf(applicationUrl));
    if (readOnlyUrl !== undefined) await grant(owner, 'wusd_read', roleOf(readOnlyUrl));
    // Every role has this privilege by default. It belongs to the database and not to its schema, so no migration can
    // revoke it.
    const { rows } = await owner.query<{ name: string }>(
      `select current_database() as name where has_database_privilege('wusd_app', current_database(), 'temporary')`,
    );
    if (rows[0])
      await tolerateOtherNode(
        owner.query(`revoke temporary on database ${owner.escapeIdentifier(rows[0].name)} from public`),
      );
  });
}

/** Returns the privileges of the URL's role that the application must not have. */
export function findExcessPrivileges(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const maySetRole = (await hasSetOption(client))
      ? `pg_has_role(self.oid, r.oid, 'SET')`
      : `pg_has_role(self.oid, r.oid, 'MEMBER') and r.rolname not in ('wusd_app', 'wusd_read')`;
    const { rows } = await client.query<{ excess: string }>(`
      with self as (select * from pg_roles where rolname = current_user)
      select 'is a superuser' as excess from self where rolsuper
      union all select 'may create roles' from self where rolcreaterole
      union all select 'may create databases' from self where rolcreatedb
      union all select 'may bypass row security' from self where rolbypassrls
      union all select 'may replicate' from self where rolreplication
      union all select 'may SET ROLE ' || string_agg(quote_ident(r.rolname), ', ') from pg_roles r, self
        where not self.rolsuper and r.oid <> self.oid and ${maySetRole} having count(*) > 0
      union all select 'may create tables' where has_schema_privilege('public', 'create')
      union all select 'owns tables' where exists (
        select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'USAGE')
      )
    `);
    return rows.map(({ excess }) => excess);
  });
}

/**
 * duplicate_object, unique_violation and "tuple concurrently updated": another node makes the same change
 * concurrently.
 */
const concurrent = new Set(['42710', '23505', 'XX000']);

async function tolerateOtherNode(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!concurrent.has(error.code ?? '')) throw error;
  });
}

async function ensureLogin(ownerUrl: string, url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withClient(url, async () => {});
      return;
    } catch (error) {
      // invalid_password or invalid_authorization_specification: the login is missing or has another password.
      if (attempt === 5 || !['28P01', '28000'].includes(errorCodeOf(error) ?? '')) throw error;
    }
    await tolerateOtherNode(
      withClient(ownerUrl, async (owner) => {
        const role = owner.escapeIdentifier(roleOf(url));
        const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [roleOf(url)]);
        const password = owner.escapeLiteral(decodeURIComponent(new URL(url).password));
        await owner.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} login password ${password}`);
      }),
    );
  }
}

async function grant(owner: pg.Client, group: string, login: string): Promise<void> {
  const withOptions = await hasSetOption(owner);
  const { rowCount } = await owner.query(
    `select from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles l on l.oid = m.member
     where g.rolname = $1 and l.rolname = $2 ${withOptions ? 'and m.inherit_option and not m.set_option' : ''}`,
    [group, login],
  );
  if (rowCount !== 0) return;
  await tolerateOtherNode(
    owner.query(
      `grant ${group} to ${owner.escapeIdentifier(login)} ${withOptions ? 'with inherit true, set false' : ''}`,
    ),
  );
}

/** Whether PostgreSQL supports membership without the right to SET ROLE (version 16 and later). */
async function hasSetOption(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  );
  return (rows[0]?.number ?? 0) >= 160_000;
}

function roleOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? '';
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient({ connectionString: url, application_name: 'wusd-api set-up' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
