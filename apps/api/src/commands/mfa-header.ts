import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../platform/errors/app-error.ts';
import { contract } from '../platform/contract/contract.ts';
import type { Check } from './factor-checks.ts';

export interface MfaHeader {
  sceneType: number;
  /** Id of the challenge or the intent. */
  challengeId: string | undefined;
  checks: Check[];
}

interface Raw {
  sceneType: number;
  challengeId?: string;
  intentId?: string;
  checks: Check[];
}

const id = { type: 'string', pattern: contract.components.schemas.Id.pattern };
const base64Url = (maxLength: number) => ({ type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength });
const validate = new Ajv2020().compile<Raw>({
  type: 'object',
  required: ['sceneType', 'checks'],
  additionalProperties: false,
  properties: {
    sceneType: { type: 'integer' },
    challengeId: id,
    intentId: id,
    checks: {
      type: 'array',
      maxItems: 3,
      items: {
        type: 'object',
        required: ['checkType'],
        oneOf: [
          { required: ['code'], properties: { checkType: { enum: [1, 2, 3] } } },
          { required: ['recoveryCode'], properties: { checkType: { const: 3 } } },
          { required: ['assertion'], properties: { checkType: { const: 4 } } },
        ],
        additionalProperties: false,
        properties: {
          checkType: { enum: [1, 2, 3, 4] },
          assertion: {
            type: 'object',
            required: ['id', 'clientDataJSON', 'authenticatorData', 'signature'],
            additionalProperties: false,
            properties: {
              id: contract.components.schemas.CredentialId,
              clientDataJSON: base64Url(4096),
              authenticatorData: base64Url(2048),
              signature: base64Url(1024),
              userHandle: base64Url(100),
            },
          },
          code: { type: 'string', pattern: '^\\d{6}$' },
          recoveryCode: { type: 'string', minLength: 1, maxLength: 40 },
        },
      },
    },
  },
});

/**
 * Parses `X-MFA`: compact JSON in base64url.
 *
 * @throws AppError CHECK_MISSING if the header is missing, INVALID_REQUEST if it is malformed
 */
export function readMfaHeader(header: string | string[] | undefined): MfaHeader {
  if (typeof header !== 'string' || header === '') throw new AppError('CHECK_MISSING');
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(header, 'base64url').toString());
  } catch {
    throw new AppError('INVALID_REQUEST', { field: '/headers/x-mfa', reasonCode: 'malformed' });
  }
  if (!validate(value))
    throw new AppError('INVALID_REQUEST', {
      field: `/headers/x-mfa${validate.errors?.[0]?.instancePath ?? ''}`,
      reasonCode: 'malformed',
    });
  return { sceneType: value.sceneType, challengeId: value.challengeId ?? value.intentId, checks: value.checks };
}
