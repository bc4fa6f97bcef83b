import { CheckType } from '@wusd/api-sdk/domain';
import { maskEmail } from '@wusd/i18n';
import type { Db, Trx } from '../../database/database.ts';
import { createId } from '../../ids.ts';
import { type Customer, findCustomer, maskPhone } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { type Scene, scenes } from './scenes.ts';

const challengeLifeMs = 15 * 60_000;
const intentLifeMs = 5 * 60_000;

/** Where codes of an act go that is not the customer's own account: to an address or number that is only being proved. */
export interface Targets {
  email?: string;
  phone?: string;
  language: string;
  name: string;
  /** Message that is sent instead of a code, which then nobody learns: to the owner of an address that is taken. */
  notice?: 'message.registerAgain';
}

/** What codes are bound to: the challenge of a public act, or the intent of a session's. */
export interface Subject {
  id: string;
  scene: Scene;
  customerId: string | null;
  sessionId: string | null;
  device: string | null;
  bodyHmac: Buffer | null;
  tries: number;
  expiresAt: Date;
  consumedAt: Date | null;
  answerSealed: Buffer | null;
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
  notice: Targets['notice'];
}

export interface NewSubject {
  scene: Scene;
  /** Undefined for somebody who has no account: nobody can prove that, unless `targets` says how. */
  customerId: string | undefined;
  device?: string;
  sessionId?: string;
  bodyHmac?: Buffer;
  targets?: Targets;
}

/** Opens a challenge or an intent, as its scene says. */
export async function openSubject(
  db: Db | Trx,
  { clock, vault }: Pick<Services, 'clock' | 'vault'>,
  { scene, customerId, device, sessionId, bodyHmac, targets }: NewSubject,
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
      device: device ?? null,
      session_id: sessionId ?? null,
      body_hmac: bodyHmac ?? null,
      targets_sealed: targets === undefined ? null : vault.seal(JSON.stringify(targets), `targets:${id}`),
      expires_at: expiresAt,
      consumed_at: null,
    })
    .execute();
  return { id, expiresAt };
}

/** @param forUpdate holds the row, so that two at once are one after the other */
export async function findSubject(
  db: Db | Trx,
  { vault }: Pick<Services, 'vault'>,
  id: string,
  { forUpdate = false } = {},
): Promise<Subject | undefined> {
  const query = db.selectFrom('challenge').selectAll().where('id', '=', id);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return undefined;
  const customer = row.customer_id === null ? undefined : await findCustomer(db, vault, row.customer_id);
  const targets =
    row.targets_sealed === null ? undefined : (JSON.parse(vault.open(row.targets_sealed, `targets:${id}`)) as Targets);
  return {
    id,
    scene: row.scene as Scene,
    customerId: row.customer_id,
    sessionId: row.session_id,
    device: row.device,
    bodyHmac: row.body_hmac,
    tries: row.tries,
    expiresAt: row.expires_at,
    consumedAt: row.consumed_at,
    answerSealed: row.answer_sealed,
    holder: holderOf(customer, targets),
  };
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
    notice: targets?.notice,
  };
}

export interface CheckOffer {
  checkType: 1 | 2 | 3;
  masked: string;
}

/** Ways to prove each group of a scene that this holder has. */
export function offersOf(scene: Scene, holder: Pick<Holder, 'email' | 'phone' | 'totpSecret'>): CheckOffer[][] {
  const { email, phone, totpSecret } = holder;
  return scenes[scene].groups.map((group) =>
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
