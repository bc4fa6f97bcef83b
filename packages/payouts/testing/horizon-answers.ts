import { extractBaseAddress, type OperationRecord } from '@stellar/stellar-sdk/base';
import { fromMinor } from '@wusd/api-sdk/money';
import { type AccountState, type Applied, type Line, memoFields } from './stellar-ledger-double.ts';

// Responses of the Horizon double about accounts, transactions and payments.

export type Json = Record<string, unknown>;

const money = (units: bigint): string => fromMinor(units, 7);

const assetFields = (asset: {
  isNative(): boolean;
  getAssetType(): string;
  code: string;
  issuer?: string | undefined;
}): Json =>
  asset.isNative()
    ? { asset_type: 'native' }
    : { asset_type: asset.getAssetType(), asset_code: asset.code, asset_issuer: asset.issuer };

/** An asset with the total balance of its trustlines. */
export function assetBody(code: string, issuer: string, lines: readonly Line[]): Json {
  const held = (isAuthorized: boolean): string =>
    money(lines.reduce((sum, each) => (each.isAuthorized === isAuthorized ? sum + each.balance : sum), 0n));
  return {
    asset_code: code,
    asset_issuer: issuer,
    balances: { authorized: held(true), authorized_to_maintain_liabilities: held(false), unauthorized: money(0n) },
    claimable_balances_amount: money(0n),
    liquidity_pools_amount: money(0n),
    contracts_amount: money(0n),
  };
}

export function accountBody(id: string, account: AccountState): Json {
  const lines = [...account.lines].map(([asset, line]) => {
    const [code = '', issuer] = asset.split(':');
    return {
      balance: money(line.balance),
      limit: money(line.limit),
      buying_liabilities: money(0n),
      selling_liabilities: money(line.sellingLiabilities),
      last_modified_ledger: Number(line.modified),
      is_authorized: line.isAuthorized,
      is_authorized_to_maintain_liabilities: true,
      asset_type: code.length > 4 ? 'credit_alphanum12' : 'credit_alphanum4',
      asset_code: code,
      asset_issuer: issuer,
    };
  });
  const native = {
    balance: money(account.native),
    buying_liabilities: money(0n),
    selling_liabilities: money(0n),
    asset_type: 'native',
  };
  return {
    id,
    account_id: id,
    sequence: account.sequence.toString(),
    sequence_ledger: Number(account.sequenceLedger),
    subentry_count: account.lines.size + account.data.size,
    last_modified_ledger: Number(account.modified),
    num_sponsoring: 0,
    num_sponsored: 0,
    balances: [...lines, native],
    data: Object.fromEntries([...account.data].map(([name, value]) => [name, Buffer.from(value).toString('base64')])),
  };
}

const tokenOf = (tx: Applied): bigint => (tx.ledger << 32n) | (tx.order << 12n);

export function transactionBody(tx: Applied, askedFor = tx.hash): Json {
  return {
    id: askedFor,
    hash: askedFor,
    paging_token: tokenOf(tx).toString(),
    successful: tx.isSuccessful,
    ledger: Number(tx.ledger),
    source_account: extractBaseAddress(tx.inner.source),
    source_account_sequence: tx.inner.sequence,
    operation_count: tx.inner.operations.length,
    envelope_xdr: tx.raw,
    ...memoFields(tx.inner.memo),
    ...(tx.innerHash !== undefined && {
      fee_bump_transaction: { hash: tx.hash, signatures: [] },
      inner_transaction: { hash: tx.innerHash, signatures: [], max_fee: tx.inner.fee },
    }),
  };
}

/** Fields of a payment operation; undefined for other operations. */
function paymentFields(operation: OperationRecord): { to: string; fields: Json } | undefined {
  if (operation.type === 'payment') {
    const fields = { type: 'payment', ...assetFields(operation.asset), amount: operation.amount };
    return { to: operation.destination, fields };
  }
  if (operation.type === 'pathPaymentStrictSend') {
    const arrived = { ...assetFields(operation.destAsset), amount: operation.sendAmount };
    return { to: operation.destination, fields: { type: 'path_payment_strict_send', ...arrived } };
  }
  if (operation.type === 'pathPaymentStrictReceive') {
    const arrived = { ...assetFields(operation.destAsset), amount: operation.destAmount };
    return { to: operation.destination, fields: { type: 'path_payment_strict_receive', ...arrived } };
  }
  return undefined;
}

export function paymentsOf(tx: Applied): (Json & { id: string; parties: string[] })[] {
  const from = extractBaseAddress(tx.inner.source);
  return tx.inner.operations.flatMap((operation, index) => {
    const payment = paymentFields(operation);
    if (!payment) return [];
    const to = extractBaseAddress(payment.to);
    const id = (tokenOf(tx) | BigInt(index + 1)).toString();
    const base = { id, paging_token: id, transaction_successful: tx.isSuccessful, transaction_hash: tx.hash, from, to };
    const muxed = payment.to === to ? {} : { to_muxed: payment.to };
    return [{ ...base, ...muxed, ...payment.fields, transaction: transactionBody(tx), parties: [from, to] }];
  });
}
