import type { NewCustomer } from '../domains/identity-access/customers/customers.ts';

const meiSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Authenticator apps whose current codes the sandbox shows. */
export const demoAuthenticators = [{ email: 'mei@demo.example', secret: meiSecret }];

type DemoPerson = Omit<NewCustomer, 'passwordHash'> & { description: string };

/** Customers of every sandbox, created together. */
export const demoPeople: readonly [DemoPerson, ...DemoPerson[]] = [
  {
    accountType: 'individual',
    status: 'active',
    identityStatus: 'verified',
    onboarded: true,
    language: 'en_US',
    email: 'mei@demo.example',
    phone: '+6581234567',
    fullName: 'Mei Tan',
    identity: {
      fullName: 'Mei Tan',
      gender: 'female',
      nationality: 'SG',
      residence: 'SG',
      idType: 'passport',
      idNumber: 'K1234567A',
      residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
    },
    totpSecret: meiSecret,
    description: 'individual, verified, with balances',
  },
  {
    accountType: 'individual',
    status: 'active',
    identityStatus: 'pending verification',
    onboarded: true,
    language: 'th_TH',
    email: 'somchai@demo.example',
    phone: '+66812345678',
    fullName: 'Somchai Jaidee',
    identity: {
      fullName: 'Somchai Jaidee',
      gender: 'male',
      nationality: 'TH',
      residence: 'TH',
      idType: 'identity card',
      idNumber: '1101700000009',
      residentialAddress: { addressLine: '88 Wireless Road', city: 'Bangkok', postalCode: '10330' },
    },
    description: 'individual, identity pending verification',
  },
  {
    accountType: 'corporate',
    status: 'active',
    identityStatus: 'pending verification',
    onboarded: false,
    language: 'zh_CN',
    email: 'harbour@demo.example',
    phone: '+85261234567',
    fullName: 'Chan Ka Yan',
    identity: {
      fullName: 'Chan Ka Yan',
      gender: 'female',
      nationality: 'HK',
      residence: 'HK',
      idType: 'passport',
      idNumber: 'H8765432',
      residentialAddress: { addressLine: '18 Harbour Road', city: 'Hong Kong', postalCode: '' },
    },
    corporate: {
      corporateName: 'Harbour Trading Ltd',
      authorisedPerson: 'Chan Ka Yan',
      placeOfIncorporation: 'HK',
      dateOfIncorporation: '2018-06-01',
      registeredAddress: '18 Harbour Road, Hong Kong',
      businessType: 'partnership',
    },
    description: 'corporate, awaiting verification of its documents',
  },
];

/** The customer with a year of history, which is optional. */
export const customerWithHistory = {
  accountType: 'individual',
  status: 'active',
  identityStatus: 'verified',
  onboarded: true,
  language: 'en_US',
  email: 'lina@demo.example',
  phone: '+6587654321',
  fullName: 'Lina Ong',
  identity: {
    fullName: 'Lina Ong',
    gender: 'female',
    nationality: 'SG',
    residence: 'SG',
    idType: 'passport',
    idNumber: 'K7654321B',
    residentialAddress: { addressLine: '10 Bayfront Avenue', city: 'Singapore', postalCode: '018956' },
  },
  description: 'individual, verified, with a year of history',
} satisfies DemoPerson;
