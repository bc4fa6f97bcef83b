import { fromMinor } from '@wusd/api-sdk/money';
import { type FiatCurrency, scaleOf } from '@wusd/server-kit/registry/currencies';
import { railCodesOf } from '@wusd/server-kit/registry/rails';
import type { BankPayment, CompanyAccount, Payee } from '../ports.ts';
import { lookUp } from '@wusd/server-kit/registry/lookup';
import { buildDocument } from './xml.ts';

const paymentNamespace = 'pain.001.001.09';

/** ISO 20022 external clearing system codes of national bank codes, for rails without a code of their own. */
const clearingSystems = {
  USD: undefined,
  SGD: undefined,
  THB: undefined,
  HKD: 'HKNCC',
  GBP: 'GBDSC',
  AUD: undefined,
  EUR: undefined,
  JPY: undefined,
} satisfies Record<FiatCurrency, string | undefined>;

/**
 * Builds a customer credit transfer initiation (ISO 20022 pain.001.001.09) of one payment. A repeat builds the same
 * document: the message id is the payment's end-to-end id.
 *
 * @param from our account that is debited
 */
export function buildPaymentInitiation(payment: BankPayment, from: CompanyAccount): Buffer {
  const { endToEndId, rail, currency, amount, payee, purpose, requestedAt } = payment;
  const sum = fromMinor(amount, scaleOf(currency));
  const { serviceLevel, chargeBearer } = railCodesOf(rail);
  return buildDocument(paymentNamespace, {
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: endToEndId,
        CreDtTm: requestedAt.toISOString(),
        NbOfTxs: '1',
        CtrlSum: sum,
        InitgPty: { Nm: truncate(from.beneficiaryName, 140) },
      },
      PmtInf: {
        PmtInfId: endToEndId,
        PmtMtd: 'TRF',
        NbOfTxs: '1',
        CtrlSum: sum,
        ...(serviceLevel !== undefined && { PmtTpInf: { SvcLvl: { Cd: serviceLevel } } }),
        ReqdExctnDt: { Dt: requestedAt.toISOString().slice(0, 10) },
        Dbtr: { Nm: truncate(from.beneficiaryName, 140) },
        DbtrAcct: { Id: accountId(from), Ccy: currency },
        DbtrAgt: {
          FinInstnId: from.swiftCode === undefined ? { Nm: truncate(from.bankName, 140) } : { BICFI: from.swiftCode },
        },
        ChrgBr: chargeBearer,
        CdtTrfTxInf: {
          PmtId: { EndToEndId: endToEndId },
          Amt: { InstdAmt: { '@Ccy': currency, '#text': sum } },
          ...intermediary(payee),
          CdtrAgt: { FinInstnId: creditorBank(payee) },
          Cdtr: { Nm: truncate(payee.beneficiaryName, 140), ...address(payee) },
          CdtrAcct: {
            Id: accountId(payee),
            ...(payee.bankType !== undefined && { Tp: { Cd: payee.bankType === 'savings' ? 'SVGS' : 'CACC' } }),
          },
          RmtInf: { Ustrd: truncate([purpose, endToEndId].filter(Boolean).join(' '), 140) },
        },
      },
    },
  });
}

const accountId = ({ iban, accountNumber = '' }: Pick<Payee, 'iban' | 'accountNumber'>) =>
  iban === undefined ? { Othr: { Id: accountNumber.replaceAll(/[\s-]/g, '') } } : { IBAN: iban };

function creditorBank({ rail, currency, swiftCode, bankCode, bankName }: Payee) {
  const system = railCodesOf(rail).clearingSystem ?? lookUp('currency', clearingSystems, currency);
  return {
    ...(swiftCode !== undefined && { BICFI: swiftCode }),
    ...(bankCode !== undefined &&
      system !== undefined && { ClrSysMmbId: { ClrSysId: { Cd: system }, MmbId: bankCode } }),
    ...(bankName !== undefined
      ? { Nm: truncate(bankName, 140) }
      : // SEPA identifies the bank by the IBAN alone (EPC132-08), but the schema requires an agent.
        swiftCode === undefined && bankCode === undefined && { Othr: { Id: 'NOTPROVIDED' } }),
  };
}

function address({ country, beneficiaryAddress }: Payee) {
  if (beneficiaryAddress === undefined) return {};
  const lines = truncate(beneficiaryAddress, 140).match(/.{1,70}/gsu) ?? [];
  return { PstlAdr: { Ctry: country, AdrLine: lines } };
}

function intermediary({ intermediaryBank }: Payee) {
  if (!intermediaryBank) return {};
  const { swift, name, country, city, address: line, accountNumber, aba } = intermediaryBank;
  return {
    IntrmyAgt1: {
      FinInstnId: {
        BICFI: swift,
        ...(aba !== undefined && { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: aba } }),
        Nm: truncate(name, 140),
        PstlAdr: {
          ...(city !== undefined && { TwnNm: city }),
          Ctry: country,
          ...(line !== undefined && { AdrLine: line.match(/.{1,70}/gsu) ?? [] }),
        },
      },
    },
    ...(accountNumber !== undefined && { IntrmyAgt1Acct: { Id: { Othr: { Id: accountNumber } } } }),
  };
}

/** Truncates to a length of the schema, which counts characters. */
const truncate = (text: string, length: number): string => Array.from(text).slice(0, length).join('');
