import { CheckType } from '@wusd/api-sdk/domain';
import { maskEmail } from '@wusd/i18n';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Database } from '../platform/database/types.ts';
import { createId } from '../platform/ids.ts';
import type { Vault } from '../platform/security/vault.ts';
import { type Customer, findCustomers, maskPhone } from './customers.ts';
import type { PlatformServices } from '../platform/services.ts';
import { type noScene, type Scene, type SceneRule, scenes } from './scenes.ts';

const challengeLifeMs = 15 * 60_000;
const intentLifeMs = 5 * 60_000;

/** Where codes of an act go that is not the customer's own account: to an address or number that is only being proved. */
export interface Targets {
  email?: string;
  phone?: string;
  /** Those of the account, where it is one's. */
  language?: string;
  name?: string;
  antiPhishingCode?: string | undefined;
  /** What the message with the code names, in its reader's language; the scene's own words where there is none. */
  about?: string;
  /** Message that is sent instead of a code, which then nobody learns: to the owner of an address that is taken. */
  notice?: 'message.registerAgain';
}

/** In place of a code to an address that is taken: its owner is told, and to whoever asked it looks alike. */
export function ownerIsTold({ email, language, fullName: name, antiPhishingCode }: Customer): Targets {
  return { email, language, name, antiPhishingCode, notice: 'message.registerAgain' };
}

type Groups = SceneRule['groups'];

/** How an act is proved, where it is not as its scene says. */
export interface Proof {
  targets?: Targets;
  groups?: Groups;
}

/** Whose something is and what for, and what became of it. */
export interface BoundIntent {
  id: string;
  scene: Scene | typeof noScene;
  customerId: string | null;
  sessionId: string | null;
  device: string | null;
  bodyHmac: Buffer | null;
  /** What wrong codes count against: a customer's id, or a blind index of the email address that a stranger named. */
  account: string;
  /** What was answered when it was accepted. */
  answer: unknown;
}

/** What codes are bound to: the challenge of a public act, or the intent of a session's. */
export interface Subject extends BoundIntent {
  /** Each must be proved, by any one of its types. */
  groups: Groups;
  tries: number;
  expiresAt: Date;
  consumedAt: Date | null;
  /** Who can prove it; undefined where nobody can. */
  holder: Holder | undefined;
}

/** Somebody who can be reached, by what is bound or being bound. */
export interface Holder {
  customer: Customer | undefined;
  email: string | undefined;
  phone: string | undefined;
  totpSecret: string | undefined;
  language: string;
  name: string;
  /** Of whoever the mail goes to. */
  antiPhishingCode: string | undefined;
  notice: Targets['notice'];
  about: string | undefined;
}

export interface NewSubject extends Proof {
  scene: Scene | typeof noScene;
  /** Undefined for somebody who has no account: nobody can prove that, unless `targets` says how. */
  customerId: string | undefined;
  /** Where a stranger names an email address: the same for an address with an account and for one without. @default the customer's id */
  account?: string;
  device?: string;
  sessionId?: string;
  bodyHmac?: Buffer;
}

/** Opens a challenge or an intent, as its scene says. */
export async function openSubject(
  db: Db | Trx,
  { clock, vault }: Pick<PlatformServices, 'clock' | 'vault'>,
  { scene, customerId, account, device, sessionId, bodyHmac, targets, groups }: NewSubject,
): Promise<{ id: string; expiresAt: Date }> {
  const isIntent = scenes[scene].proof === 'intent';
  const id = createId(isIntent ? 'int' : 'chl', clock);
  const expiresAt = new Date(clock.now().getTime() + (isIntent ? intentLifeMs : challengeLifeMs));
  await db
    .insertInto('challenge')
    .values({
      id,
      customer_id: customerId ?? null,
      scene,
      account: account ?? customerId ?? id,
      // A session's codes count by the device that it was opened on.
      device:
        sessionId === undefined
          ? (device ?? null)
          : (eb) => eb.selectFrom('session').select('session.device').where('session.id', '=', sessionId),
      session_id: sessionId ?? null,
      body_hmac: bodyHmac ?? null,
      targets_sealed: targets === undefined ? null : vault.seal(JSON.stringify(targets), `targets:${id}`),
      groups: groups === undefined ? null : JSON.stringify(groups),
      expires_at: expiresAt,
      consumed_at: null,
    })
    .execute();
  return { id, expiresAt };
}

/** @param forUpdate holds the row, so that two at once are one after the other */
export async function findSubject(
  db: Db | Trx,
  services: Pick<PlatformServices, 'vault'>,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<Subject | undefined> {
  return (await findSubjects(db, services, [id], options)).get(id);
}

/**
 * The same of many, by their ids.
 *
 * @param forUpdate holds the rows, in the order of their ids
 * @param known customers by their ids, where they are read already
 */
export async function findSubjects(
  db: Db | Trx,
  { vault }: Pick<PlatformServices, 'vault'>,
  ids: readonly string[],
  { forUpdate = false, known }: { forUpdate?: boolean; known?: ReadonlyMap<string, Customer> } = {},
): Promise<Map<string, Subject>> {
  const query = rowsOf(db, ids);
  const rows = await (forUpdate ? query.orderBy('id').forUpdate() : query).execute();
  const customerIds = rows.flatMap(({ customer_id: customerId }) => customerId ?? []);
  const customers = known ?? (await findCustomers(db, vault, customerIds));
  return new Map(
    rows.map((row) => {
      const { id, scene, targets_sealed: sealed } = row;
      const targets = sealed === null ? undefined : (JSON.parse(vault.open(sealed, `targets:${id}`)) as Targets);
      const subject = {
        ...boundOf(row, vault),
        groups: (row.groups as Groups | null) ?? scenes[scene as Subject['scene']].groups,
        tries: row.tries,
        expiresAt: row.expires_at,
        consumedAt: row.consumed_at,
        holder: holderOf(customers.get(row.customer_id ?? ''), targets),
      };
      return [id, subject];
    }),
  );
}

/** Whose each is, and what became of it: nothing of who could prove it. */
export async function findBound(
  db: Db,
  { vault }: Pick<PlatformServices, 'vault'>,
  ids: readonly string[],
): Promise<Map<string, BoundIntent>> {
  const rows = await rowsOf(db, ids).execute();
  return new Map(rows.map((row) => [row.id, boundOf(row, vault)]));
}

const rowsOf = (db: Db | Trx, ids: readonly string[]) =>
  db
    .selectFrom('challenge')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`);

function boundOf(row: Selectable<Database['challenge']>, vault: Vault): BoundIntent {
  const { id, scene, answer_sealed: sealed } = row;
  return {
    id,
    scene: scene as Subject['scene'],
    customerId: row.customer_id,
    sessionId: row.session_id,
    device: row.device,
    bodyHmac: row.body_hmac,
    account: row.account ?? row.customer_id ?? id,
    answer: sealed === null ? undefined : (JSON.parse(vault.open(sealed, `answer:${id}`)) as unknown),
  };
}

/** Uses intents up and keeps their answers, which every repeat gets. */
export async function writeAnswers(
  trx: Trx,
  { clock, vault }: Pick<PlatformServices, 'clock' | 'vault'>,
  answers: ReadonlyMap<string, unknown>,
): Promise<void> {
  const ids = [...answers.keys()];
  const sealed = [...answers].map(([id, answer]) => vault.seal(JSON.stringify(answer ?? null), `answer:${id}`));
  await sql`
    update challenge set consumed_at = ${clock.now()}, answer_sealed = answered.answer_sealed
    from unnest(${ids}::text[], ${sealed}::bytea[]) as answered(id, answer_sealed) where challenge.id = answered.id
  `.execute(trx);
}

function holderOf(customer: Customer | undefined, targets: Targets | undefined): Holder | undefined {
  if (!customer && !targets) return undefined;
  return {
    customer,
    email: targets?.email ?? customer?.email,
    phone: targets?.phone ?? customer?.phone,
    totpSecret: customer?.totpSecret,
    language: targets?.language ?? customer?.language ?? 'en_US',
    name: targets?.name ?? customer?.fullName ?? '',
    // A notice goes to somebody else than who asked for the code.
    antiPhishingCode: targets?.notice === undefined ? customer?.antiPhishingCode : targets.antiPhishingCode,
    notice: targets?.notice,
    about: targets?.about,
  };
}

export interface CheckOffer {
  checkType: 1 | 2 | 3;
  masked: string;
}

/** Ways to prove each group of a scene that this holder has. */
export function offersOf(
  groups: Groups,
  { email, phone, totpSecret }: Partial<Pick<Holder, 'email' | 'phone' | 'totpSecret'>> = {},
): CheckOffer[][] {
  return groups.map((group) =>
    group.flatMap((checkType): CheckOffer[] => {
      if (checkType === CheckType.SMS) return phone === undefined ? [] : [{ checkType, masked: maskPhone(phone) }];
      if (checkType === CheckType.EMAIL) return email === undefined ? [] : [{ checkType, masked: maskEmail(email) }];
      return totpSecret === undefined ? [] : [{ checkType, masked: '' }];
    }),
  );
}

/** The same for a stranger: every type there is, and nothing of whom it would reach. */
export function offersToStranger(scene: Scene): CheckOffer[][] {
  return scenes[scene].groups.map((group) => group.map((checkType) => ({ checkType, masked: '' })));
}
