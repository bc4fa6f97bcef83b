import type { Rail } from '@wusd/api-sdk/domain';
import { lookUp, requireKey } from './lookup.ts';

/** Codes of a rail in a payment order (ISO 20022 pain.001). */
export interface RailCodes {
  /** External service level code, if the rail has one. */
  serviceLevel?: string;
  /** `DEBT`: the sender pays all charges, so the recipient gets the displayed amount. SEPA allows only `SLEV`. */
  chargeBearer: 'DEBT' | 'SLEV';
  /** External clearing system code, if the rail has the same code for every currency. */
  clearingSystem?: string;
  /** Whether a bank may deduct charges from a returned payment. Other rails return the whole amount. */
  deductsReturnFee?: boolean;
}

const railCodes = {
  SWIFT: { chargeBearer: 'DEBT', deductsReturnFee: true },
  ACH: { chargeBearer: 'DEBT', clearingSystem: 'USABA' },
  FPS: { chargeBearer: 'DEBT' },
  SEPA: { chargeBearer: 'SLEV', serviceLevel: 'SEPA' },
} as const satisfies Record<Rail, RailCodes>;

/** @throws UnknownKeyError */
export function railCodesOf(rail: string): RailCodes {
  return lookUp<Rail, RailCodes>('rail', railCodes, rail);
}

/** @throws UnknownKeyError */
export function railOf(text: string): Rail {
  return requireKey<Rail>('rail', railCodes, text);
}
