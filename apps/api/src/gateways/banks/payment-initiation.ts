import { fromMinor } from '@wusd/api-sdk/money';
import { type FiatCurrency, scaleOf } from '../../platform/registry/currencies.ts';
import { railCodesOf } from '../../platform/registry/rails.ts';
import type { BankPayment, CompanyAccount, Payee } from '../ports.ts';
import { lookUp } from '../../platform/registry/lookup.ts';
import { buildDocument } from './xml.ts';

const paymentNamespace = 'pain.001.001.09';

/** ISO 20022 external clearing system codes, by which a bank's number within its country is read on a rail that has no code of its own. */
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
 * A customer credit transfer initiation (ISO 20022 pain.001.001.09) of one payment. Whatever is told again is told in the same words: its
 * message id is the payment's own.
 *
 * @param from our account that it leaves from
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
        InitgPty: { Nm: cut(from.beneficiaryName, 140) },
      },
      PmtInf: {
        PmtInfId: endToEndId,
        PmtMtd: 'TRF',
        NbOfTxs: '1',
        CtrlSum: sum,
        ...(serviceLevel !== undefined && { PmtTpInf: { SvcLvl: { Cd: serviceLevel } } }),
        ReqdExctnDt: { Dt: requestedAt.toISOString().slice(0, 10) },
        Dbtr: { Nm: cut(from.beneficiaryName, 140) },
        DbtrAcct: { Id: accountId(from), Ccy: currency },
        DbtrAgt: {
          FinInstnId: from.swiftCode === undefined ? { Nm: cut(from.bankName, 140) } : { BICFI: from.swiftCode },
        },
        ChrgBr: chargeBearer,
        CdtTrfTxInf: {
          PmtId: { EndToEndId: endToEndId },
          Amt: { InstdAmt: { '@Ccy': currency, '#text': sum } },
          ...intermediary(payee),
          CdtrAgt: { FinInstnId: creditorBank(payee) },
          Cdtr: { Nm: cut(payee.beneficiaryName, 140), ...address(payee) },
          CdtrAcct: {
            Id: accountId(payee),
            ...(payee.bankType !== undefined && { Tp: { Cd: payee.bankType === 'savings' ? 'SVGS' : 'CACC' } }),
          },
          RmtInf: { Ustrd: cut([purpose, endToEndId].filter(Boolean).join(' '), 140) },
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
      ? { Nm: cut(bankName, 140) }
      : // SEPA finds a bank by the account's number alone (EPC132-08); the agent must say something all the same.
        swiftCode === undefined && bankCode === undefined && { Othr: { Id: 'NOTPROVIDED' } }),
  };
}

function address({ country, beneficiaryAddress }: Payee) {
  if (beneficiaryAddress === undefined) return {};
  const lines = cut(beneficiaryAddress, 140).match(/.{1,70}/gsu) ?? [];
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
        Nm: cut(name, 140),
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

/** Texts have a length in the schema, counted in characters. */
const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('');
