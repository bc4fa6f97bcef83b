import { CheckType } from '@wusd/api-sdk/domain';
import { maskEmail } from '@wusd/i18n';
import type { ApprovedPayment } from '@wusd/payouts/payment-challenge';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Database } from '../platform/database/types.ts';
import { createId } from '../platform/ids.ts';
import type { Vault } from '../platform/security/vault.ts';
import { type Customer, findCustomers, maskPhone } from './customers.ts';
import type { PlatformServices } from '../platform/services.ts';
import { type noScene, type Scene, sceneOf, type SceneRule, scenes } from './scenes.ts';
import { sealedDocument } from '../platform/security/sealed-document.ts';

const challengeLifeMs = 15 * 60_000;
const intentLifeMs = 5 * 60_000;

/** Recipients that override the customer's email and phone, e.g. a new address that is being verified. */
export interface Targets {
  email?: string;
  phone?: string;
  /** The account's language, if there is an account. */
  language?: string;
  name?: string;
  antiPhishingCode?: string | undefined;
  /** Description of what the code approves, in the recipient's language. @default the scene's message */
  about?: string;
  /** The payment that a passkey approves, with its amount in minor units. */
  payment?: Omit<ApprovedPayment, 'amount'> & { amount: string };
  /** Message that replaces the code when the address is already registered. It goes to the address's owner. */
  notice?: 'message.registerAgain';
}

/** Targets for an address that is already registered: its owner gets a notice, and the caller sees no difference. */
export function ownerNotice({ email, language, fullName: name, antiPhishingCode }: Customer): Targets {
  return { email, language, name, antiPhishingCode, notice: 'message.registerAgain' };
}

type Groups = SceneRule['groups'];

const sealedTargets = sealedDocument<Targets>('targets');
const sealedAnswers = sealedDocument<unknown>('answer');

/** Overrides of the checks that a scene requires. */
export interface CheckRequirements {
  targets?: Targets;
  groups?: Groups;
}

/** A challenge or intent without the data that its codes are verified against. */
export interface ChallengeState {
  id: string;
  /** The customer id, or `account` if there is no customer. Leading column of the challenge's keys. */
  owner: string;
  scene: Scene | typeof noScene;
  customerId: string | null;
  sessionId: string | null;
  device: string | null;
  bodyHmac: Buffer | null;
  /** The account that wrong codes count against: a customer id, or a blind index of the request's email address. */
  account: string;
  /** The stored answer; undefined until the command is executed. */
  answer: unknown;
}

/** A challenge of a public operation, or the intent of a command in a session. Codes are bound to one of them. */
export interface Challenge extends ChallengeState {
  /** One check of each group is required. */
  groups: Groups;
  tries: number;
  expiresAt: Date;
  consumedAt: Date | null;
  /** The payment that a passkey approves, if the signer verifies the assertion. */
  payment: ApprovedPayment | undefined;
  /** The person whose codes are accepted; undefined if no code is accepted. */
  holder: Holder | undefined;
}

/** The recipient of codes, with the contacts that are bound or being bound. */
export interface Holder {
  customer: Customer | undefined;
  email: string | undefined;
  phone: string | undefined;
  totpSecret: string | undefined;
  hasPasskey: boolean;
  language: string;
  name: string;
  /** The anti-phishing code of the email's recipient. */
  antiPhishingCode: string | undefined;
  notice: Targets['notice'];
  about: string | undefined;
}

export interface NewChallenge extends CheckRequirements {
  scene: Scene | typeof noScene;
  /** Undefined without an account; then only `targets` can receive codes. */
  customerId: string | undefined;
  /** Key of an email address in a public request, the same with or without an account. @default the customer id */
  account?: string;
  device?: string;
  sessionId?: string;
  bodyHmac?: Buffer;
  /** @default 15 minutes for a challenge, 5 for an intent */
  lifetimeMs?: number;
}

/** Opens a challenge or an intent, depending on its scene. */
export async function openChallenge(
  db: Db | Trx,
  { clock, vault }: Pick<PlatformServices, 'clock' | 'vault'>,
  { scene, customerId, account, device, sessionId, bodyHmac, targets, groups, lifetimeMs }: NewChallenge,
): Promise<{ id: string; expiresAt: Date }> {
  const isIntent = scenes[scene].authorizedBy === 'intent';
  const id = createId(isIntent ? 'int' : 'chl', clock);
  const expiresAt = new Date(clock.now().getTime() + (lifetimeMs ?? (isIntent ? intentLifeMs : challengeLifeMs)));
  await db
    .insertInto('challenge')
    .values({
      id,
      owner: customerId ?? account ?? id,
      customer_id: customerId ?? null,
      scene,
      account: account ?? customerId ?? id,
      // Failures in a session count against the device on which the session was opened.
      device:
        sessionId === undefined
          ? (device ?? null)
          : (eb) => eb.selectFrom('session').select('session.device').where('session.id', '=', sessionId),
      session_id: sessionId ?? null,
      body_hmac: bodyHmac ?? null,
      targets_sealed: targets === undefined ? null : sealedTargets.seal(vault, targets, id),
      groups: groups === undefined ? null : JSON.stringify(groups),
      expires_at: expiresAt,
      consumed_at: null,
    })
    .execute();
  return { id, expiresAt };
}

/** @param forUpdate locks the row until the transaction ends */
export async function findChallenge(
  db: Db | Trx,
  services: Pick<PlatformServices, 'vault'>,
  id: string,
  options: { forUpdate?: boolean } = {},
): Promise<Challenge | undefined> {
  return (await findChallenges(db, services, [id], options)).get(id);
}

/**
 * Returns challenges by id.
 *
 * @param forUpdate locks the rows, ordered by id
 * @param known customers by id that are already loaded
 */
export async function findChallenges(
  db: Db | Trx,
  { vault }: Pick<PlatformServices, 'vault'>,
  ids: readonly string[],
  { forUpdate = false, known }: { forUpdate?: boolean; known?: ReadonlyMap<string, Customer> } = {},
): Promise<Map<string, Challenge>> {
  const query = selectChallenges(db, ids);
  const rows = await (forUpdate ? query.orderBy('id').forUpdate() : query).execute();
  const customerIds = rows.flatMap(({ customer_id: customerId }) => customerId ?? []);
  const customers = known ?? (await findCustomers(db, vault, customerIds));
  return new Map(
    rows.map((row) => {
      const { id, scene, targets_sealed: sealed } = row;
      const targets = sealed === null ? undefined : sealedTargets.open(vault, sealed, id);
      const subject = {
        ...toChallengeState(row, vault),
        groups: row.groups ?? scenes[sceneOf(scene)].groups,
        tries: row.tries,
        expiresAt: row.expires_at,
        consumedAt: row.consumed_at,
        payment: targets?.payment && { ...targets.payment, amount: BigInt(targets.payment.amount) },
        holder: holderOf(customers.get(row.customer_id ?? ''), targets),
      };
      return [id, subject];
    }),
  );
}

/** Returns challenge states by id, without reading customers. */
export async function findChallengeStates(
  db: Db,
  { vault }: Pick<PlatformServices, 'vault'>,
  ids: readonly string[],
): Promise<Map<string, ChallengeState>> {
  const rows = await selectChallenges(db, ids).execute();
  return new Map(rows.map((row) => [row.id, toChallengeState(row, vault)]));
}

const selectChallenges = (db: Db | Trx, ids: readonly string[]) =>
  db
    .selectFrom('challenge')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`);

function toChallengeState(row: Selectable<Database['challenge']>, vault: Vault): ChallengeState {
  const { id, scene, answer_sealed: sealed } = row;
  return {
    id,
    owner: row.owner,
    scene: sceneOf(scene),
    customerId: row.customer_id,
    sessionId: row.session_id,
    device: row.device,
    bodyHmac: row.body_hmac,
    account: row.account,
    answer: sealed === null ? undefined : sealedAnswers.open(vault, sealed, id),
  };
}

/** Consumes intents and stores their answers for repeated requests. */
export async function storeAnswers(
  trx: Trx,
  { clock, vault }: Pick<PlatformServices, 'clock' | 'vault'>,
  answers: ReadonlyMap<string, unknown>,
): Promise<void> {
  const ids = [...answers.keys()];
  const sealed = [...answers].map(([id, answer]) => sealedAnswers.seal(vault, answer ?? null, id));
  await sql`
    update challenge set consumed_at = ${clock.now()}, answer_sealed = answered.answer_sealed
    from unnest(${ids}::text[], ${sealed}::bytea[]) as answered(id, answer_sealed) where challenge.id = answered.id
  `.execute(trx);
}

function holderOf(customer: Customer | undefined, targets: Targets | undefined): Holder | undefined {
  const own = customer ? holderOfAccount(customer) : nobody;
  if (!targets) return customer && own;
  const { email = own.email, phone = own.phone, language = own.language, name = own.name, notice, about } = targets;
  // A notice goes to the owner of the address, who did not make the request.
  const antiPhishingCode = notice === undefined ? own.antiPhishingCode : targets.antiPhishingCode;
  return { ...own, email, phone, language, name, antiPhishingCode, notice, about };
}

export const nobody: Holder = {
  customer: undefined,
  email: undefined,
  phone: undefined,
  totpSecret: undefined,
  hasPasskey: false,
  language: 'en_US',
  name: '',
  antiPhishingCode: undefined,
  notice: undefined,
  about: undefined,
};

function holderOfAccount(customer: Customer): Holder {
  const { email, phone, totpSecret, hasPasskey, language, fullName: name, antiPhishingCode } = customer;
  return { ...nobody, customer, email, phone, totpSecret, hasPasskey, language, name, antiPhishingCode };
}

export interface CheckOffer {
  checkType: 1 | 2 | 3 | 4;
  masked: string;
}

/** Clients preselect the first offer. A passkey cannot be phished, and an authenticator code cannot be intercepted. */
const strength: Record<CheckOffer['checkType'], number> = {
  [CheckType.PASSKEY]: 2,
  [CheckType.AUTHENTICATOR]: 1,
  [CheckType.SMS]: 0,
  [CheckType.EMAIL]: 0,
};
const strongestFirst = ({ checkType: left }: CheckOffer, { checkType: right }: CheckOffer): number =>
  strength[right] - strength[left];

/** Returns the checks of each group that this holder can use, strongest first. */
export function offersOf(
  groups: Groups,
  {
    email,
    phone,
    totpSecret,
    hasPasskey = false,
  }: Partial<Pick<Holder, 'email' | 'phone' | 'totpSecret' | 'hasPasskey'>> = {},
): CheckOffer[][] {
  const masked: Record<CheckOffer['checkType'], string | undefined> = {
    [CheckType.SMS]: phone === undefined ? undefined : maskPhone(phone),
    [CheckType.EMAIL]: email === undefined ? undefined : maskEmail(email),
    [CheckType.AUTHENTICATOR]: totpSecret === undefined ? undefined : '',
    [CheckType.PASSKEY]: hasPasskey ? '' : undefined,
  };
  return groups.map((group) =>
    group
      .flatMap((checkType): CheckOffer[] => {
        const contact = masked[checkType];
        return contact === undefined ? [] : [{ checkType, masked: contact }];
      })
      .toSorted(strongestFirst),
  );
}

/** Returns offers for a caller without an account: every check type, without masked contacts. */
export function offersToStranger(scene: Scene): CheckOffer[][] {
  return scenes[scene].groups.map((group) => group.map((checkType) => ({ checkType, masked: '' })));
}
