import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type GenericSchema, object } from 'valibot';
import { describe, expect, test } from 'vitest';
import { resendSchema } from './features/activation/schema.ts';
import { addressSchema } from './shared/addresses/schema.ts';
import type { Requirement } from './shared/bank-accounts/fields.ts';
import { intermediarySchema, requirementSchema, waySchema } from './shared/bank-accounts/schema.ts';
import { locateSchema } from './features/crypto/schema.ts';
import { customerFeedbackSchema, visitorFeedbackSchema } from './features/feedback/schema.ts';
import { declareSchema } from './features/fiat/schema.ts';
import { exportSchema } from './features/history/schema.ts';
import { detailsSchema, resubmissionSchema } from './features/identity/schema.ts';
import { forgottenSchema, resetSchema } from './features/password/schema.ts';
import { accountSchema } from './features/registration/schema.ts';
import { replaySchema, transferSchema } from './features/sandbox/schema.ts';
import {
  antiPhishingSchema,
  authenticatorSchema,
  currentPasswordSchema,
  emailSchema,
  newPasswordSchema,
} from './features/security/schema.ts';
import { freezeSchema, loginSchema } from './features/sign-in/schema.ts';
import { phoneSchema } from './shared/forms/phone.ts';
import { emailFormat } from './shared/forms/rules.ts';

interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Record<string, JsonSchema>;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}
interface Operation {
  operationId?: string;
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  parameters?: readonly { $ref?: string; name: string; in: string; required?: boolean; schema: JsonSchema }[];
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const contract = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@wusd/api-sdk/openapi.json'), 'utf8'),
) as Contract;

/** Constraints of one field. */
interface Constraints {
  isRequired: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  values?: readonly string[];
}
type Fields = Record<string, Constraints>;

const without = <T extends object>(constraints: T): T =>
  Object.fromEntries(Object.entries(constraints).filter(([, value]) => value !== undefined)) as T;

function deref(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? schema : contract.components.schemas[name];
  if (!found) throw new Error(`The contract has no schema ${name}`);
  return found;
}

function contractFields(given: JsonSchema, isRequired = true, path = ''): Fields {
  const schema = deref(given);
  if (schema.properties)
    return Object.assign(
      {},
      ...Object.entries(schema.properties).map(([name, each]) =>
        contractFields(each, schema.required?.includes(name) ?? false, path === '' ? name : `${path}.${name}`),
      ),
    ) as Fields;
  const { minLength = 0, maxLength, minimum, maximum, pattern, format } = schema;
  const takesNothing = minLength === 0 && schema.enum === undefined && format === undefined && minimum === undefined;
  const isNothingFine = takesNothing && (pattern === undefined || new RegExp(pattern).test(''));
  return {
    [path]: without({
      isRequired: isRequired && !isNothingFine,
      minLength: minLength > 1 ? minLength : undefined,
      maxLength,
      minimum,
      maximum,
      pattern,
      format,
      values: schema.enum?.map(String).toSorted(),
    }) as Constraints,
  };
}

/** Valibot's internal description of a schema: https://valibot.dev/guides/internal-architecture/ */
interface Described {
  type: string;
  entries?: Record<string, Described>;
  wrapped?: Described;
  options?: readonly unknown[];
  requirement?: unknown;
  pipe?: readonly Described[];
}

function formFields(schema: Described, path = ''): Fields {
  const { entries } = (schema.pipe ?? [schema]).find((each) => each.entries) ?? {};
  if (entries)
    return Object.assign(
      {},
      ...Object.entries(entries).map(([name, each]) => formFields(each, path === '' ? name : `${path}.${name}`)),
    ) as Fields;
  if (schema.wrapped) return formFields(schema.wrapped, path);
  return { [path]: constraintsOf(flatten(schema)) };
}

/** Flattens a pipe whose first item is a pipe. */
const flatten = (schema: Described): readonly Described[] => {
  if (!schema.pipe) return [schema];
  const [first, ...rest] = schema.pipe;
  return [...(first?.pipe ? flatten(first) : first ? [first] : []), ...rest];
};

function constraintsOf(pipe: readonly Described[]): Constraints {
  const requirement = (type: string): unknown => pipe.findLast((each) => each.type === type)?.requirement;
  const pattern = requirement('regex');
  const isEmail = pattern === emailFormat;
  const has = (type: string): boolean => pipe.some((each) => each.type === type);
  const minLength = requirement('min_length') as number | undefined;
  const options = pipe.find((each) => each.type === 'picklist')?.options;
  return without({
    isRequired: options !== undefined || has('non_empty'),
    minLength: minLength !== undefined && minLength > 1 ? minLength : undefined,
    maxLength: requirement('max_length'),
    minimum: requirement('min_value'),
    maximum: requirement('max_value'),
    pattern: pattern instanceof RegExp && !isEmail ? pattern.source : undefined,
    format: isEmail ? 'email' : has('iso_date') ? 'date' : undefined,
    values: options?.map(String).toSorted(),
  }) as Constraints;
}

function operationOf(operationId: string): Operation {
  const found = Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .find((each) => each.operationId === operationId);
  if (!found) throw new Error(`The contract has no operation ${operationId}`);
  return found;
}

function bodyOf(operationId: string): JsonSchema {
  const { requestBody } = operationOf(operationId);
  const [body] = Object.values(requestBody?.content ?? {});
  if (!body) throw new Error(`${operationId} has no body`);
  return body.schema;
}

function queryOf(operationId: string): JsonSchema {
  const query = operationOf(operationId).parameters?.filter((each) => each.in === 'query') ?? [];
  return {
    required: query.filter((each) => each.required).map(({ name }) => name),
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
  };
}

/** Schemas of all bank fields, as if a rail required every field. */
const bankTexts = Object.fromEntries(
  Object.entries(deref(bodyOf('addBankAccount')).properties ?? {})
    .filter(([name]) => !['country', 'currency', 'rail', 'bankType', 'intermediaryBank'].includes(name))
    .map(([name, property]): [string, GenericSchema<string>] => {
      const { minLength, maxLength, pattern } = deref(property);
      const requirement: Requirement = { field: `/${name}`, isRequired: true, minLength, maxLength, pattern };
      return [name, requirementSchema(requirement, 'SG')];
    }),
);

const sealed = 'The password is sealed into it, and no part of the contract';
const passwords = { payload: sealed, password: sealed };
const phone = { phoneNumber: 'Typed as people write numbers, and sent as E.164: see the test of phone.ts' };
const otherPage = 'Asked for by another page';
const ofPerson = 'Held to `personName` of the SDK as well, which a JSON schema can’t say';

interface Case {
  schema: GenericSchema;
  body: JsonSchema;
  /** Fields whose constraints differ, with the reason. */
  except?: Record<string, string>;
}

const forms: Record<string, Case> = {
  login: {
    schema: loginSchema,
    body: { required: ['email'], properties: { email: { $ref: '#/components/schemas/Email' } } },
    except: { password: sealed },
  },
  'freeze code': { schema: freezeSchema, body: { ...bodyOf('freezeAccount'), required: ['freezeCode'] } },
  'new activation link': { schema: resendSchema, body: bodyOf('resendActivation') },
  'phone of an activation': { schema: phoneSchema, body: bodyOf('getActivationInfo'), except: phone },
  'forgotten password': {
    schema: forgottenSchema,
    body: bodyOf('forgotPasswordPrecheck'),
    except: { device: 'Of the browser, not typed' },
  },
  'reset password': {
    schema: resetSchema(undefined),
    body: bodyOf('resetPassword'),
    except: { ...passwords, resetToken: 'Of the link, not typed' },
  },
  'account to register': {
    schema: accountSchema(undefined),
    body: bodyOf('register'),
    except: {
      ...passwords,
      ...Object.fromEntries(
        Object.keys(contractFields(bodyOf('register')))
          .filter((field) => /^(identity|corporate)\.|^phoneNumber$/.test(field))
          .map((field) => [field, otherPage]),
      ),
      language: 'The language on screen',
      browserKeyHash: 'Of the browser, not typed',
    },
  },
  'details to register': {
    schema: detailsSchema,
    body: bodyOf('register'),
    except: {
      ...phone,
      payload: sealed,
      accountType: otherPage,
      email: otherPage,
      language: 'The language on screen',
      browserKeyHash: 'Of the browser, not typed',
      'corporate.authorisedPerson': 'Who registers it',
      'identity.fullName': ofPerson,
    },
  },
  'identity again': {
    schema: resubmissionSchema,
    body: { properties: { identity: bodyOf('resubmitVerification') } },
    except: { 'identity.fullName': ofPerson },
  },
  'feedback of a visitor': {
    schema: visitorFeedbackSchema,
    body: { ...bodyOf('sendFeedback'), required: ['text', 'email'] },
    except: { attachments: 'Files are checked by attachments.ts' },
  },
  'feedback of a customer': {
    schema: customerFeedbackSchema,
    body: bodyOf('sendFeedback'),
    except: { attachments: 'Files are checked by attachments.ts', email: 'Of the account' },
  },
  'new phone': {
    schema: phoneSchema,
    body: bodyOf('changeMobile'),
    except: { ...phone, precheckId: 'Of the first step' },
  },
  'new email': { schema: emailSchema, body: bodyOf('changeEmail'), except: { precheckId: 'Of the first step' } },
  'current password': { schema: currentPasswordSchema, body: bodyOf('testPassword'), except: passwords },
  'new password': { schema: newPasswordSchema(undefined), body: bodyOf('changePassword'), except: passwords },
  'anti-phishing code': { schema: antiPhishingSchema, body: bodyOf('setAntiPhishingCode') },
  address: { schema: addressSchema, body: bodyOf('addBlockchainAddress') },
  'way to a bank account': {
    schema: waySchema,
    body: bodyOf('addBankAccount'),
    except: Object.fromEntries(
      Object.keys(contractFields(bodyOf('addBankAccount')))
        .filter((field) => !['country', 'currency', 'rail'].includes(field))
        .map((field) => [field, 'By the requirements of the way']),
    ),
  },
  'bank account': {
    schema: object(bankTexts),
    body: { ...deref(bodyOf('addBankAccount')), required: Object.keys(bankTexts) },
    except: {
      ...Object.fromEntries(
        Object.keys(contractFields(bodyOf('addBankAccount')))
          .filter((field) => field.startsWith('intermediaryBank.') || ['country', 'currency', 'rail'].includes(field))
          .map((field) => [field, 'Checked as a form of its own']),
      ),
      bankType: 'Chosen from a list, and required where the server says so',
      ...Object.fromEntries(
        [
          'beneficiaryAddress',
          'accountNumber',
          'bankName',
          'bankAddress',
          'state',
          'postalCode',
          'bankCode',
          'purposeOfTransfer',
        ].map((field) => [field, 'Required where the server says so']),
      ),
    },
  },
  'intermediary bank': {
    schema: intermediarySchema,
    body: { $ref: '#/components/schemas/IntermediaryBank' },
    except: {
      name: 'The contract takes an empty name',
      address: 'Not asked for',
      accountNumber: 'Not asked for',
      aba: 'Not asked for',
      city: 'Not asked for',
    },
  },
  'deposit to locate': {
    schema: locateSchema,
    body: queryOf('verifyDeposit'),
    except: { mainNet: 'Of the page' },
  },
  'declared deposit': {
    schema: declareSchema(2),
    body: bodyOf('declareFiatDeposit'),
    except: {
      amount: 'Typed as people write amounts: see the test of amount.ts',
      currency: 'Of the page',
      partnerId: 'Of the page',
      intentId: 'Of the review',
      receipts: 'Files are checked by attachments.ts',
    },
  },
  export: {
    schema: exportSchema,
    body: bodyOf('exportHistory'),
    except: Object.fromEntries(
      ['kind', 'asset', 'status', 'from', 'to', 'currency', 'text', 'isHeld'].map((field) => [field, 'A filter']),
    ),
  },
  'sandbox transfer': {
    schema: transferSchema,
    body: bodyOf('createSandboxEvent'),
    except: {
      type: 'By the currency',
      networkId: 'Of the page',
      outcome: 'Of a transfer only',
      partnerId: 'Not offered',
      reasonCode: 'Not offered',
    },
  },
  'sandbox replay': {
    schema: replaySchema,
    body: bodyOf('replaySandbox'),
    except: { subjectId: 'Who is signed in', days: 'Always 30' },
  },
  authenticator: { schema: authenticatorSchema, body: bodyOf('bindAuthenticator') },
};

describe('form and contract', () => {
  test.each(Object.entries(forms))('have the same constraints: %s', (_name, { schema, body, except = {} }) => {
    const typed = formFields(schema);
    const sent = contractFields(body);
    const differing = [...new Set([...Object.keys(typed), ...Object.keys(sent)])].filter((field) => !(field in except));
    const only = (fields: Fields): Fields =>
      Object.fromEntries(differing.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])));
    expect(only(typed)).toEqual(only(sent));
  });

  test.each(Object.entries(forms))('differ in each exception: %s', (_name, { schema, body, except = {} }) => {
    const typed = formFields(schema);
    const sent = contractFields(body);
    const same = Object.keys(except).filter((field) => JSON.stringify(typed[field]) === JSON.stringify(sent[field]));
    expect(same).toEqual([]);
  });
});
