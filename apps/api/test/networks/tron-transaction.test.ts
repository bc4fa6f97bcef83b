import fc from 'fast-check';
import { Network } from '@wusd/api-sdk/domain';
import { utils } from 'tronweb';
import { bytesToHex } from 'viem/utils';
import { expect, test } from 'vitest';
import { parseAddress } from '../../src/domains/destinations/blockchain-addresses/address-formats.ts';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import { toLedgerUnits, toTokenUnits } from '@wusd/payouts/token-units';
import { addressBytes, fromEvmAddress, isTronAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import { formatNonce, parseNonce } from '@wusd/payouts/tron/nonce';
import { addressOfKey, createTronSigner } from '@wusd/payouts/tron/signer';
import { evmToken } from '@wusd/payouts/tron/tokens';
import { digestOf, encodeTransfer, readSigned } from '@wusd/payouts/tron/transaction';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const address = bytes(20).map((account) => fromEvmAddress(bytesToHex(account)));
const secret = bytes(32).filter((each) => each.some((byte) => byte > 0) && each.some((byte) => byte < 255));
const nonce = fc.record({
  expiration: fc.bigInt(10n ** 12n, 10n ** 13n),
  reference: fc.record({ height: fc.bigInt(0n, 10n ** 12n), id: bytes(8).map((id) => bytesToHex(id)) }),
});
const payment = fc.record({
  units: fc.bigInt(1n, 2n ** 255n),
  feeLimit: fc.bigInt(1n, 15_000_000_000n),
  token: address,
  to: address,
});

const hex = (each: Uint8Array): string => Buffer.from(each).toString('hex');
/** The transfer of `encodeTransfer` in the form of the second library. */
function unsigned(
  sender: string,
  { expiration, reference }: { expiration: bigint; reference: { height: bigint; id: string } },
  { units, feeLimit, token, to }: { units: bigint; feeLimit: bigint; token: string; to: string },
) {
  const data = `a9059cbb${hex(addressBytes(to).subarray(1)).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
  const value = {
    owner_address: hex(addressBytes(sender)),
    contract_address: hex(addressBytes(token)),
    data,
    call_value: 0,
  };
  return {
    visible: false,
    raw_data: {
      contract: [{ type: 'TriggerSmartContract', parameter: { value } }],
      ref_block_bytes: reference.height.toString(16).padStart(16, '0').slice(-4),
      ref_block_hash: reference.id.slice(2),
      expiration: Number(expiration),
      timestamp: Number(expiration) - 60_000,
      fee_limit: Number(feeLimit),
    },
  };
}

test('a transfer has the same bytes, id and signature as one of tronweb', async () => {
  await fc.assert(
    fc.asyncProperty(secret, nonce, payment, async (key, at, { units, feeLimit, token, to }) => {
      const signingKey = secp256k1Key(key);
      const sender = addressOfKey(signingKey);
      expect(sender).toBe(utils.crypto.pkToAddress(hex(key)));
      const transfer = { ...at, sender, token, to, units, feeLimit };
      const built = utils.transaction.txJsonToPb(unsigned(sender, at, transfer));
      expect(hex(encodeTransfer(transfer)).toUpperCase()).toBe(utils.transaction.txPbToRawDataHex(built));
      const id = utils.transaction.txPbToTxID(built).slice(2);
      const rawDataHex = hex(encodeTransfer(transfer));
      const theirs = utils.crypto.signTransaction(key, { txID: id, raw_data_hex: rawDataHex, raw_data: {} });
      const limits = { perPayout: (2n ** 255n).toString(), perDay: '1', maxFeeTrx: '15000' };
      const signer = createTronSigner(signingKey, [], { tokens: { USDT: { address: token, decimals: 0 } }, limits });
      const { raw, hash } = await signer.sign(transfer);
      expect(hash).toBe(id);
      expect(raw.slice(-130)).toBe(theirs.signature[0]?.replace(/^0x/, '').toLowerCase());
      expect(readSigned(raw)).toEqual({ id, expiration: at.expiration });
    }),
    { numRuns: 50 },
  );
});

test('different payouts have different ids', () => {
  fc.assert(
    fc.property(nonce, payment, address, ({ expiration, reference }, each, sender) => {
      const transfer = { expiration, reference, ...each, sender };
      const other = { ...transfer, expiration: expiration + 1n };
      expect(hex(digestOf(encodeTransfer(transfer)))).not.toBe(hex(digestOf(encodeTransfer(other))));
    }),
  );
});

test('text that is not a signed transaction is rejected', () => {
  for (const raw of ['', '0a', '0a00', 'ff', 'no hex', '0a0208']) expect(() => readSigned(raw)).toThrow();
});

test('a nonce is unchanged after formatting and parsing', () => {
  fc.assert(
    fc.property(nonce, (each) => {
      expect(parseNonce(formatNonce(each))).toEqual(each);
    }),
  );
  for (const text of ['', '7', '1:2:3', '-1:2:00112233445566ff', '1:2:00112233445566FF', '01:2:00112233445566ff'])
    expect(() => parseNonce(text)).toThrow('Not a nonce of Tron');
});

test('addresses are accepted by the server and unchanged after a round trip', () => {
  fc.assert(
    fc.property(bytes(20), (account) => {
      const written = fromEvmAddress(bytesToHex(account));
      expect(parseAddress(Network.Tron, written)).toBe(written);
      expect(toEvmAddress(written).toLowerCase()).toBe(bytesToHex(account));
    }),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        address.map((each) => each.slice(1)),
      ),
      (text) => {
        expect(isTronAddress(text)).toBe(parseAddress(Network.Tron, text) !== undefined);
      },
    ),
  );
});

test('amounts are unchanged after a round trip through the ledger', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 200n), fc.integer({ min: 0, max: 18 }), address, (units, decimals, token) => {
      const described = evmToken({ address: token, decimals });
      expect(toTokenUnits('USDT', described, toLedgerUnits('USDT', described, units))).toBe(units);
    }),
  );
});
