// The recipes of docs/recipes as edits of the sources, each with a fictional key.
import type { Edit, Patch } from './patch.ts';

const api = 'apps/api/src';
const payouts = 'packages/payouts/src';
const kit = 'packages/server-kit/src';
const domain = 'packages/api-sdk/openapi/schemas/domain.yaml';
const domainTest = 'packages/api-sdk/src/domain/domain.test.ts';
const contractTest = 'packages/api-sdk/test/contract.test.ts';
const languages = 'packages/i18n/src/languages.ts';
const messages = (language: string): string => `packages/i18n/src/messages/${language}.json`;

/** Inserts lines at the beginning of an object literal, identified by the name of its constant. */
const entry = (file: string, constant: string, lines: string): Edit => ({
  file,
  find: new RegExp(String.raw`(?<=const ${constant}\b.* = \{\n)`),
  replace: lines,
});

/** Text of the product page in each language that contains counts of networks and currencies. */
const counted = (key: string): Edit[] =>
  ['en_US', 'zh_CN', 'th_TH'].map((language) => ({
    file: messages(language),
    find: /(?<="home\.networks\.title": ").*(?=")/,
    replace: (title) => `${title} (${key})`,
  }));

const fiatCurrency: Patch = {
  key: 'XTS',
  definition: [
    { file: domain, find: /(?<=enum: \[USDT, [A-Z, ]+)(?=\])/, replace: ', XTS' },
    { file: domain, find: /(?<=x-kind: \{)/, replace: 'XTS: fiat, ' },
    { file: domain, find: /(?<=x-decimals: \{)/, replace: 'XTS: 2, ' },
  ],
  rest: [
    entry(`${kit}/registry/currencies.ts`, 'ledgerScale', '  XTS: 2,\n'),
    entry(`${api}/domains/config/offering.ts`, 'railBanks', "  XTS: { ACH: [], SEPA: [], FPS: [], SWIFT: ['dbs'] },\n"),
    entry(`${api}/domains/exchange/otc/terms.ts`, 'initialTerms', '  XTS: standardTerms,\n'),
    { file: `${api}/domains/transfers/fiat/terms.ts`, find: /(?<=^ {2}SWIFT: \{\n)/m, replace: "    XTS: '25.00',\n" },
    entry(`${api}/domains/transfers/fiat/terms.ts`, 'perDollar', "  XTS: '1',\n"),
    entry(`${api}/gateways/banks/payment-initiation.ts`, 'clearingSystems', '  XTS: undefined,\n'),
    entry(`${api}/sandbox/simulated-rates.ts`, 'basePrices', "  XTS: '0.7289',\n"),
    entry(`${api}/sandbox/demo.ts`, 'deskFunds', "  XTS: '20000000.00',\n"),
    { file: domainTest, find: /(?<=decimalsOf\(currency\)\)\)\.toEqual\(\[[\d, ]+)(?=\])/, replace: ', 2' },
    { file: contractTest, find: /(?<='WUSD',\n)/, replace: "      'XTS',\n" },
    entry(
      'packages/ui-kit/src/CurrencyIcon/CurrencyIcon.tsx',
      'flags',
      '  XTS: <path fill="#2a6" d="M0 0h32v32H0z" />,\n',
    ),
    ...counted('XTS'),
  ],
};

const networksExample = 'apps/api/networks.example.json';

const cryptoCurrency: Patch = {
  key: 'XTC',
  definition: [
    { file: domain, find: /(?<=enum: \[USDT, [A-Z, ]+)(?=\])/, replace: ', XTC' },
    { file: domain, find: /(?<=x-kind: \{)/, replace: 'XTC: crypto, ' },
    { file: domain, find: /(?<=x-decimals: \{)/, replace: 'XTC: 2, ' },
  ],
  rest: [
    entry(`${kit}/registry/currencies.ts`, 'ledgerScale', '  XTC: 18,\n'),
    { file: `${api}/domains/config/offering.ts`, find: /(?<=\]: \{ )(?=WUSD: )/g, replace: 'XTC: true, ' },
    {
      file: `${api}/domains/destinations/blockchain-addresses/token-contracts.ts`,
      find: /(?<=\{\s+)(?=USDC: \[)/g,
      replace: 'XTC: [], ',
    },
    entry(`${api}/domains/exchange/otc/terms.ts`, 'initialTerms', '  XTC: standardTerms,\n'),
    entry(`${api}/sandbox/simulated-rates.ts`, 'basePrices', "  XTC: '1',\n"),
    entry(`${api}/sandbox/demo.ts`, 'deskFunds', "  XTC: '20000000.00',\n"),
    {
      file: networksExample,
      find: /"WUSD": \{[^}]*\}/g,
      replace: (token) => `${token.replaceAll('WUSD', 'XTC')}, ${token}`,
    },
    { file: domainTest, find: /(?<=decimalsOf\(currency\)\)\)\.toEqual\(\[[\d, ]+)(?=\])/, replace: ', 2' },
    { file: contractTest, find: /(?<='WUSD',\n)/, replace: "      'XTC',\n" },
    entry(
      'packages/ui-kit/src/CurrencyIcon/CurrencyIcon.tsx',
      'flags',
      '  XTC: <path fill="#26a" d="M0 0h32v32H0z" />,\n',
    ),
    ...counted('XTC'),
  ],
};

const network: Patch = {
  key: '9999',
  definition: [
    { file: domain, find: /(?<=enum: \[3, [\d, ]+)(?=\])/, replace: ', 9999' },
    { file: domain, find: /(?<=x-enum-varnames: \[Ethereum[^\]]+)(?=\])/, replace: ', Testnet' },
    { file: domain, find: /(?<=x-names: \{)/, replace: "'9999': Testnet, " },
  ],
  rest: [
    entry(`${kit}/registry/networks.ts`, 'families', "  [Network.Testnet]: 'evm',\n"),
    entry(`${kit}/registry/native-coins.ts`, 'coins', "  [Network.Testnet]: 'ETH',\n"),
    entry(`${payouts}/finality.ts`, 'finalityDepths', '  [Network.Testnet]: 600,\n'),
    entry(`${payouts}/evm/settings.ts`, 'chainIds', '  [Network.Testnet]: 9999,\n'),
    {
      file: networksExample,
      find: /\{\s+"networkId": 3,[^]*?(?=\{\s+"networkId": 4,)/,
      replace: (ethereum) => `${ethereum.replace('3', '9999')}${ethereum}`,
    },
    entry(
      `${api}/domains/config/offering.ts`,
      'networkCurrencies',
      '  [Network.Testnet]: { WUSD: true, USDC: true, USDT: true },\n',
    ),
    entry(
      `${api}/domains/transfers/crypto/terms.ts`,
      'initialTerms',
      "  [Network.Testnet]: { confirmations: 20, minimumDeposit: '1', withdrawalFee: '1' },\n",
    ),
    entry(
      `${api}/domains/transfers/crypto/hashes.ts`,
      'explorers',
      "  [Network.Testnet]: 'https://testnet.example/tx/',\n",
    ),
    entry(
      `${api}/domains/destinations/blockchain-addresses/token-contracts.ts`,
      'contracts',
      '  [Network.Testnet]: { USDC: [], USDT: [] },\n',
    ),
    entry(
      `${api}/domains/destinations/blockchain-addresses/address-formats.ts`,
      'isHashChecked',
      '  [Network.Testnet]: false,\n',
    ),
    entry(
      'apps/api/test/explorer-links.test.ts',
      'written',
      "  [Network.Testnet]: { currency: 'USDC', hash: evm, explorer: 'https://testnet.example/tx/' },\n",
    ),
    entry(
      'apps/web/src/shared/addresses/scanned-address.ts',
      'schemes',
      "  [Network.Testnet]: { scheme: 'ethereum', chainId: 9999 },\n",
    ),
    { file: domainTest, find: /(?<=expect\(Network\)\.toEqual\(\{\n)/, replace: '    Testnet: 9999,\n' },
    entry(
      'packages/ui-kit/src/NetworkIcon/NetworkIcon.tsx',
      'marks',
      "  Testnet: { path: 'M8 8h16v16H8z', fill: '#14181f' },\n",
    ),
    ...counted('Testnet'),
  ],
};

const rail: Patch = {
  key: 'XRAIL',
  definition: [{ file: domain, find: /(?<=enum: \[SWIFT[^\]]+)(?=\])/, replace: ', XRAIL' }],
  rest: [
    entry(`${kit}/registry/rails.ts`, 'railCodes', "  XRAIL: { chargeBearer: 'DEBT' },\n"),
    { file: `${api}/domains/config/offering.ts`, find: /(?<=: \{ )(?=ACH: \[)/g, replace: 'XRAIL: [], ' },
    { file: `${api}/domains/config/offering.ts`, find: /(?<=SGD: \{ XRAIL: \[)/, replace: "'dbs'" },
    entry(
      `${api}/domains/destinations/bank-accounts/requirements.ts`,
      'railRules',
      `  XRAIL: {
    reaches: (country) => country === 'SG',
    fields: () => [label, name, required('/bankName', text), required('/swiftCode', bic), number('5,17')],
  },
`,
    ),
    entry(`${api}/domains/transfers/fiat/terms.ts`, 'initialFees', "  XRAIL: '0.50',\n"),
    entry(
      'apps/api/testing/fiat.ts',
      'accounts',
      `  'XRAIL SGD': (): BankAccount['fields'] => ({
    label: 'OCBC',
    beneficiaryName: 'Mei Tan',
    accountNumber: String((next += 1)),
    bankName: 'OCBC',
    country: 'SG',
    currency: 'SGD',
    rail: 'XRAIL',
    swiftCode: 'OCBCSGSG',
  }),
`,
    ),
    entry('apps/web/src/shared/money/bank-code.ts', 'labels', '  XRAIL: byCountry,\n'),
    {
      file: 'packages/api-sdk/test/types.test.ts',
      find: /(?<=\['rail'\]>\(\)\.toEqualTypeOf<)/,
      replace: "'XRAIL' | ",
    },
    { file: contractTest, find: /(?<=expect\(rails\)\.toEqual\(\[[^\]]+)(?=\])/, replace: ", 'XRAIL'" },
  ],
};

const partnerBank: Patch = {
  key: 'xbank',
  definition: [{ file: domain, find: /(?<=enum: \[sg-digital[^\]]+)(?=\])/, replace: ', xbank' }],
  rest: [
    {
      file: `${api}/domains/config/offering.ts`,
      find: /(?<=^ {2}THB: \{.*SWIFT: \[[^\]]*)(?=\])/m,
      replace: ", 'xbank'",
    },
    entry(
      `${api}/sandbox/bank.ts`,
      'partnerBanks',
      `  xbank: {
    name: 'X Bank',
    country: 'TH',
    account: {
      beneficiaryName: 'WUSD Wallet Pte Ltd',
      bankName: 'X Bank',
      bankAddress: '1 Silom Road, Bangkok 10500',
      swiftCode: 'XBANTHBK',
      accountNumber: '1234567890',
    },
  },
`,
    ),
    entry(`${api}/sandbox/demo.ts`, 'bankFunds', "  xbank: { THB: '500000000.00' },\n"),
  ],
};

/** Ends every message of the fictional language, and is its translation of every glossary term. */
const mark = '·';
const areas = [
  'base',
  'access',
  'identity',
  'security',
  'autoRedemption',
  'wallet',
  'money',
  'product',
  'sandbox',
  'passkey',
  'notifications',
];

const language: Patch = {
  key: 'xx_XX',
  definition: [
    { file: domain, find: /(?<=enum: \[en_US[^\]]+)(?=\])/, replace: ', xx_XX' },
    { file: languages, find: /(?<=languages = \['en_US'[^\]]+)(?=\])/, replace: ", 'xx_XX'" },
  ],
  rest: [
    { file: languages, find: /(?<=const languageNames\b.* = \{)/, replace: " xx_XX: 'Made up'," },
    {
      file: messages('xx_XX'),
      from: messages('en_US'),
      write: (english) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(JSON.parse(english) as Record<string, string>).map(([id, text]) => [id, `${text} ${mark}`]),
          ),
        ),
    },
    {
      file: 'packages/i18n/src/glossary.json',
      find: /(?=^ *"th_TH": \[)/gm,
      replace: `    "xx_XX": ["${mark}"],\n`,
    },
    entry('packages/i18n/src/formats.test.ts', 'grouped', "    xx_XX: ['1,234,567.50 WUSD', '250,000 JPY'],\n"),
    entry(
      'apps/web/src/shared/i18n/catalogues.ts',
      'loaders',
      `  xx_XX: {\n${areas.map((area) => `    ${area}: () => import('@wusd/i18n/catalogues/xx_XX/${area}.json'),\n`).join('')}  },\n`,
    ),
    {
      file: 'apps/storybook/.storybook/preview.tsx',
      find: /^(?=import zhCn )/m,
      replace: "import xxXx from '@wusd/i18n/catalogues/xx_XX.json';\n",
    },
    {
      file: 'apps/storybook/.storybook/preview.tsx',
      find: /(?<=const catalogues\b.* = \{)/,
      replace: ' xx_XX: xxXx,',
    },
    {
      file: 'packages/api-sdk/openapi/openapi.yaml',
      find: /(?<=One of `en-US`[^;]*)(?=;)/,
      replace: ', `xx-XX`',
    },
    { file: contractTest, find: /(?<=expect\(languages\)\.toEqual\(\[[^\]]+)(?=\])/, replace: ", 'xx_XX'" },
  ],
};

const labels = { en_US: 'Occupation', zh_CN: '职业', th_TH: 'อาชีพ' };
const identity = 'apps/web/src/features/identity';

const profileField: Patch = {
  key: 'occupation',
  definition: [
    {
      file: 'packages/api-sdk/openapi/schemas/profile.yaml',
      find: /(?<=^IdentityFields:\n(?: {2}.*\n)*? {2}properties:\n)/m,
      replace: '    occupation: {type: string, minLength: 1, maxLength: 80}\n',
    },
  ],
  rest: [
    ...['profile', 'registration'].map((resource) => ({
      file: `packages/api-sdk/openapi/paths/${resource}.yaml`,
      find: /(?<=\{)(?=fullName: Mei Tan, gender)/g,
      replace: 'occupation: Engineer, ',
    })),
    entry(`${identity}/schema.ts`, 'emptyIdentity', "  occupation: '',\n"),
    {
      file: `${identity}/schema.ts`,
      find: /(?<=const identity = v\.object\(\{\n)/,
      replace: '  occupation: text(80),\n',
    },
    {
      file: `${identity}/Profile.tsx`,
      find: /(?<=rows=\{Object\.values\(\{\n)/,
      replace: "              occupation: [t('identity.occupation'), identity.occupation],\n",
    },
    {
      file: `${identity}/PersonFields.tsx`,
      find: /(?<=<TextField \{\.\.\.field\('identity\.fullName'.*\n)/,
      replace: "        <TextField {...field('identity.occupation', 'identity.occupation')} maxLength={80} />\n",
    },
    { file: `${identity}/schema.test.ts`, find: /(?<= identity: \{\n)/, replace: "    occupation: 'Engineer',\n" },
    {
      file: `${identity}/schema.test.ts`,
      find: /(?<=fromDraft\(undefined, 'corporate'\)\)\)\.toEqual\(\{\n)/,
      replace: "      'identity.occupation': 'field.required',\n",
    },
    {
      file: 'apps/web/src/forms.contract.test.ts',
      find: /(?<='details to register': \{\n[^}]*?except: \{\n)/,
      replace: "      'identity.occupation': 'Released clients leave it out',\n",
    },
    {
      file: 'apps/web/src/forms.contract.test.ts',
      find: /(?<=bodyOf\('resubmitVerification'\) \} \},\n    except: \{ )/,
      replace: "'identity.occupation': 'Released clients leave it out', ",
    },
    ...Object.entries(labels).map(([each, label]) => ({
      file: messages(each),
      find: /^\{\n/,
      replace: `{\n  "identity.occupation": "${label}",\n`,
    })),
    {
      file: 'packages/i18n/src/descriptions.json',
      find: /^\{\n/,
      replace: '{\n  "identity.occupation": "A field",\n',
    },
    {
      file: 'e2e/support/register.ts',
      find: /(?<=getByLabel\('Full name'\).*\n)/,
      replace: "  await page.getByLabel('Occupation').fill('Engineer');\n",
    },
  ],
};

/** In the order of application: a crypto currency and a rail also extend the table rows that other patches add. */
export const patches = {
  'fiat currency': fiatCurrency,
  network,
  'partner bank': partnerBank,
  'profile field': profileField,
  language,
  'crypto currency': cryptoCurrency,
  rail,
} satisfies Record<string, Patch>;
