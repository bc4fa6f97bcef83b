import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatKeyName, type KeyName, KeyNameError, parseKeyName } from './key-name.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((each) => !each.includes('\0'));
const path = fc
  .array(
    text.filter((each) => !each.includes('/')),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => `/${parts.join('/')}`);
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const hexId = fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex'));

const fileName = path.map((each): KeyName => ({ kind: 'file', path: each, text: '' }));
const kmsName = fc
  .record({
    partition: fc.constantFrom('aws', 'aws-cn', 'aws-us-gov'),
    region: fc.constantFrom('ap-southeast-1', 'cn-north-1', 'us-gov-west-1'),
    id: fc.uuid(),
    endpoint: fc.constantFrom(undefined, 'http://127.0.0.1:4566', 'https://kms.wusd.internal'),
  })
  .map(({ partition, region, id, endpoint }): KeyName => {
    const standard = `https://kms.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
    const arn = `arn:${partition}:kms:${region}:111122223333:key/${id}`;
    return { kind: 'awskms', arn, region, endpoint: endpoint ?? standard, text: '' };
  });
const pkcs11Name = fc
  .record({
    modulePath: path,
    pinFile: path,
    label: text,
    serial: optional(text),
    model: optional(text),
    object: text,
    id: optional(hexId),
  })
  .map(({ modulePath, pinFile, label, serial, model, object, id }): KeyName => ({
    kind: 'pkcs11',
    modulePath,
    pinFile,
    token: { token: label, ...(serial !== undefined && { serial }), ...(model !== undefined && { model }) },
    object,
    id,
    text: '',
  }));

test('parsing a formatted name returns the same name', () => {
  fc.assert(
    fc.property(fc.oneof(fileName, kmsName, pkcs11Name), (name) => {
      const written = formatKeyName(name);
      expect(parseKeyName(written)).toEqual({ ...name, text: written });
      // Commas separate lists of names.
      expect(written).not.toMatch(/[,\s]/);
    }),
  );
});

test('rejects any other text without quoting it', () => {
  const scheme = fc.constantFrom('', 'file:', 'awskms:', 'pkcs11:', 'pkcs11:token=t;object=', 'file:/%');
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary', minLength: 8 }), (prefix, rest) => {
      const refusal = refusalOf(prefix + rest);
      expect(refusal === undefined || refusal instanceof KeyNameError).toBe(true);
      expect(refusal?.message ?? '').not.toContain(rest);
    }),
  );
});

function refusalOf(written: string): Error | undefined {
  try {
    parseKeyName(written);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const arn = 'arn:aws:kms:eu-central-1:111122223333:key/0b4c6b3e-1f2d-4a8e-9c3b-5d6e7f8a9b0c';
const hsm = 'module-path=/usr/lib/hsm.so&pin-source=/run/secrets/pin';

test.each([
  [`awskms:${arn}`, { kind: 'awskms', region: 'eu-central-1', endpoint: 'https://kms.eu-central-1.amazonaws.com' }],
  ['file:///run/secrets/key', { kind: 'file', path: '/run/secrets/key' }],
  ['file:/run/a%20key', { kind: 'file', path: '/run/a key' }],
  [
    `pkcs11:token=The%20HSM;object=evm;type=private;id=%01%aB?${hsm.replace('=/run', '=file:/run')}`,
    {
      token: { token: 'The HSM' },
      object: 'evm',
      id: '01ab',
      pinFile: '/run/secrets/pin',
      modulePath: '/usr/lib/hsm.so',
    },
  ],
])('reads %s', (written, fields) => {
  expect(parseKeyName(written)).toMatchObject(fields);
});

test.each([
  ['0x1234', 'must name a key'],
  ['https://kms.example', 'must name a key'],
  ['file:key', 'absolute path'],
  ['file://host/key', 'absolute path'],
  ['file:/%zz', 'percent encoding'],
  [`awskms:${arn.replace('key/0b4c6b3e', 'alias/0b4c6b3e')}`, 'the ARN of a key'],
  [`awskms:${arn}?region=x`, 'one option'],
  [`awskms:${arn}?endpoint=https://kms.example/path`, 'endpoint without a path'],
  [`pkcs11:token=t;object=o?${hsm}&pin-value=1234`, 'must not have a PIN'],
  [`pkcs11:token=t;object=o?module-path=/usr/lib/hsm.so`, 'pin-source'],
  [`pkcs11:token=t;object=o?module-path=hsm.so&pin-source=/pin`, 'module-path'],
  [`pkcs11:object=o?${hsm}`, 'which token'],
  [`pkcs11:token=t?${hsm}`, 'which key'],
  [`pkcs11:token=t;object=o;type=cert?${hsm}`, 'type=private'],
  [`pkcs11:token=t;token=t;object=o?${hsm}`, 'token twice'],
  [`pkcs11:token=t;object=o;slot-id=1?${hsm}`, 'can have the attributes'],
  [`pkcs11:token=t;object=%00?${hsm}`, 'zero byte'],
  [`pkcs11:token=t;id=%1?${hsm}`, 'an id like'],
])('refuses %s', (written, problem) => {
  expect(() => parseKeyName(written)).toThrow(KeyNameError);
  expect(() => parseKeyName(written)).toThrow(problem);
});
