import { readFileSync } from 'node:fs';
import { partners, type PartnerId } from '@wusd/api-sdk/domain';
import { Ajv } from 'ajv';
import type { CompanyAccount } from '../ports.ts';

/** A bank in the settings file. */
export interface BankSettings {
  id: PartnerId;
  name: string;
  country: string;
  account: CompanyAccount;
  exchange:
    | { folder: string }
    | {
        sftp: {
          host: string;
          port: number;
          username: string;
          privateKeyFile: string;
          /** SHA-256 fingerprint of the bank's host key, in base64. */
          hostKey: string;
          root: string;
        };
      };
}

const text = { type: 'string', minLength: 1 };
const validate = new Ajv({ useDefaults: true, allErrors: true }).compile<{ banks: BankSettings[] }>({
  type: 'object',
  required: ['banks'],
  additionalProperties: false,
  properties: {
    banks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'country', 'account', 'exchange'],
        additionalProperties: false,
        properties: {
          id: { enum: partners },
          name: text,
          country: { type: 'string', pattern: '^[A-Z]{2}$' },
          account: {
            type: 'object',
            required: ['beneficiaryName', 'bankName'],
            anyOf: [{ required: ['iban'] }, { required: ['accountNumber'] }],
            additionalProperties: false,
            properties: {
              beneficiaryName: text,
              bankName: text,
              bankAddress: text,
              swiftCode: { type: 'string', pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' },
              bankCode: text,
              accountNumber: text,
              iban: text,
            },
          },
          exchange: {
            type: 'object',
            minProperties: 1,
            maxProperties: 1,
            additionalProperties: false,
            properties: {
              folder: text,
              sftp: {
                type: 'object',
                required: ['host', 'username', 'privateKeyFile', 'hostKey', 'root'],
                additionalProperties: false,
                properties: {
                  host: text,
                  port: { type: 'integer', minimum: 1, maximum: 65_535, default: 22 },
                  username: text,
                  privateKeyFile: text,
                  hostKey: text,
                  root: text,
                },
              },
            },
          },
        },
      },
    },
  },
});

/**
 * Reads the settings file of the banks.
 *
 * @throws TypeError with a list of its problems, and errors of reading the file
 */
export function readBankSettings(path: string): BankSettings[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!validate(value))
    throw new TypeError(
      (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`).join('; '),
    );
  const ids = value.banks.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new TypeError('/banks lists a bank twice');
  return value.banks;
}
