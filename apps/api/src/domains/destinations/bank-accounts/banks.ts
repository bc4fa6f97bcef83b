import type { components } from '@wusd/api-sdk/operations';

type Bank = components['schemas']['Bank'];

/**
 * Banks by country that customers can select by name, with their BIC (ISO 9362). Hong Kong banks also have the clearing
 * code of local payouts (Hong Kong Interbank Clearing). Customers enter the names of other banks.
 */
export const banks: Readonly<Record<string, readonly Bank[]>> = {
  AU: [
    { name: 'ANZ', swiftCode: 'ANZBAU3M' },
    { name: 'Commonwealth Bank of Australia', swiftCode: 'CTBAAU2S' },
    { name: 'National Australia Bank', swiftCode: 'NATAAU33' },
    { name: 'Westpac', swiftCode: 'WPACAU2S' },
  ],
  DE: [
    { name: 'Commerzbank', swiftCode: 'COBADEFF' },
    { name: 'Deutsche Bank', swiftCode: 'DEUTDEFF' },
  ],
  FR: [
    { name: 'BNP Paribas', swiftCode: 'BNPAFRPP' },
    { name: 'Société Générale', swiftCode: 'SOGEFRPP' },
  ],
  GB: [
    { name: 'Barclays', swiftCode: 'BARCGB22' },
    { name: 'HSBC UK', swiftCode: 'HBUKGB4B' },
    { name: 'Lloyds Bank', swiftCode: 'LOYDGB2L' },
    { name: 'NatWest', swiftCode: 'NWBKGB2L' },
  ],
  HK: [
    { name: 'Bank of China (Hong Kong)', swiftCode: 'BKCHHKHH', bankCode: '012' },
    { name: 'Hang Seng Bank', swiftCode: 'HASEHKHH', bankCode: '024' },
    { name: 'HSBC', swiftCode: 'HSBCHKHH', bankCode: '004' },
    { name: 'Standard Chartered', swiftCode: 'SCBLHKHH', bankCode: '003' },
  ],
  JP: [
    { name: 'Mizuho Bank', swiftCode: 'MHCBJPJT' },
    { name: 'MUFG Bank', swiftCode: 'BOTKJPJT' },
    { name: 'Sumitomo Mitsui Banking Corporation', swiftCode: 'SMBCJPJT' },
  ],
  LU: [
    { name: 'BGL BNP Paribas', swiftCode: 'BGLLLULL' },
    { name: 'Spuerkeess', swiftCode: 'BCEELULL' },
  ],
  SG: [
    { name: 'DBS', swiftCode: 'DBSSSGSG' },
    { name: 'OCBC', swiftCode: 'OCBCSGSG' },
    { name: 'Standard Chartered', swiftCode: 'SCBLSG22' },
    { name: 'UOB', swiftCode: 'UOVBSGSG' },
  ],
  TH: [
    { name: 'Bangkok Bank', swiftCode: 'BKKBTHBK' },
    { name: 'Kasikornbank', swiftCode: 'KASITHBK' },
    { name: 'Krung Thai Bank', swiftCode: 'KRTHTHBK' },
    { name: 'Siam Commercial Bank', swiftCode: 'SICOTHBK' },
  ],
  US: [
    { name: 'Bank of America', swiftCode: 'BOFAUS3N' },
    { name: 'Citibank', swiftCode: 'CITIUS33' },
    { name: 'JPMorgan Chase', swiftCode: 'CHASUS33' },
    { name: 'Wells Fargo', swiftCode: 'WFBIUS6S' },
  ],
};
