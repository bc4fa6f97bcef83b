import {
  type Address,
  getAddressDecoder,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  signatureBytes,
  verifySignature,
} from '@solana/kit';
import { FeeBumpTransaction, Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Network } from '@wusd/api-sdk/domain';
import { type Hex, parseGwei, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem/utils';
import { expect, test } from 'vitest';
import { hexOf } from '../../src/evm/hex.ts';
import { createEvmSigner } from '../../src/evm/signer.ts';
import { ed25519Key, type SigningKey } from '../../src/keys/signing-key.ts';
import { parseSolanaSettings } from '../../src/solana/settings.ts';
import { createSolanaSigner } from '../../src/solana/signer.ts';
import { createStellarSigner } from '../../src/stellar/signer.ts';
import { toEvmAddress } from '../../src/tron/address.ts';
import { addressOfKey, createTronSigner } from '../../src/tron/signer.ts';
import { present } from '@wusd/server-kit/testing/present';
import { decodeTransaction } from '../tron-transactions.ts';

const walletAddress = async (seed: number): Promise<Address> =>
  getAddressDecoder().decode(ed25519Key(new Uint8Array(32).fill(seed)).publicKey);

/** An EIP-1559 transaction, or a legacy transaction: an RLP list of more than 55 bytes. */
const isTransaction = (raw: Hex): raw is TransactionSerialized => /^0x(02|f8)/.test(raw);

/** Signs a payout on each family of networks with keys of one kind, and verifies it with the family's own library. */
export function signsForEveryNetwork(
  open: () => Promise<{ secp256k1: SigningKey<'secp256k1'>; ed25519: SigningKey<'ed25519'> }>,
): void {
  test.each([
    ['with EIP-1559', undefined],
    ['without', 'legacy'],
  ] as const)('viem recovers the sender of an EVM payout %s', async (_, type) => {
    const { secp256k1: key } = await open();
    const token = { address: hexOf(`0x${'ab'.repeat(20)}`), decimals: 6 };
    const network = {
      networkId: Network.Base,
      chainId: 8453,
      url: '',
      tokens: { WUSD: token },
      startBlock: 0,
      finalBlocks: 1,
      gas: 100_000,
      limits: { perPayout: '100', perDay: '100', maxFeeGwei: '50' },
    };
    const signer = createEvmSigner(key, [], [network]);
    const sender = publicKeyToAddress(bytesToHex(key.publicKey));
    expect(signer.address).toBe(sender);
    const fees = { maxFeePerGas: parseGwei('1'), maxPriorityFeePerGas: 1n, ...(type && { type }) };
    const slot = { chainId: 8453, sender, nonce: 7, ...fees };
    const payout = { ...slot, token: token.address, to: hexOf(`0x${'cd'.repeat(20)}`), units: 5n, gas: 90_000n };
    const signed = await Promise.all([signer.sign(payout), signer.cancel(slot)]);
    const senders = signed
      .filter(isTransaction)
      .map((serializedTransaction) => recoverTransactionAddress({ serializedTransaction }));
    expect(await Promise.all(senders)).toEqual([sender, sender]);
    for (const raw of signed) expect(parseTransaction(raw)).toMatchObject({ chainId: 8453, nonce: 7 });
  });

  test('tronweb recovers the sender of a Tron payout', async () => {
    const { secp256k1: key } = await open();
    const token = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const limits = { perPayout: '100', perDay: '100', maxFeeTrx: '30' };
    const signer = createTronSigner(key, [], { tokens: { USDT: { address: token, decimals: 6 } }, limits });
    const { raw, hash } = await signer.sign({
      sender: addressOfKey(key),
      token,
      to: token,
      units: 1n,
      feeLimit: 1_000_000n,
      expiration: 1_764_272_345_678n,
      reference: { height: 70_000_000n, id: `0x${'ab'.repeat(8)}` },
    });
    const decoded = decodeTransaction(raw);
    expect(decoded.id).toBe(hash);
    expect(decoded.signer).toBe(toEvmAddress(signer.address).toLowerCase());
  });

  test('@solana/kit verifies a Solana payout', async () => {
    const { ed25519: key } = await open();
    const [mint, nonceAccount, customer] = await Promise.all([walletAddress(1), walletAddress(2), walletAddress(3)]);
    const settings = parseSolanaSettings({
      nodes: ['http://127.0.0.1:1'],
      tokens: { USDC: { mint, decimals: 6 } },
      depositAddresses: [customer],
      nonceAccounts: [nonceAccount],
      limits: { perPayout: '100', perDay: '250', maxFeeSol: '0.003' },
    });
    const signer = createSolanaSigner(settings, key);
    const { raw } = await signer.sign({
      sender: signer.address,
      nonce: { account: nonceAccount, value: mint },
      price: 1n,
      mint,
      to: customer,
      units: 1n,
    });
    const { messageBytes, signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(raw));
    const signature = signatureBytes(present(signatures[signer.address]));
    const publicKey = await getPublicKeyFromAddress(signer.address);
    expect(await verifySignature(publicKey, signature, messageBytes)).toBe(true);
  });

  test('stellar-sdk verifies both signatures of a Stellar payout', async () => {
    const { ed25519: key } = await open();
    const issuer = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)).publicKey();
    const token = { code: 'WUSD', issuer };
    const signer = createStellarSigner(
      {
        nodes: [],
        passphrase: 'test',
        depositAccount: issuer,
        tokens: { WUSD: token },
        startBlock: 1n,
        limits: { perPayout: 100n, perDay: 100n, maxFee: 1000n },
      },
      key,
    );
    const { raw } = await signer.sign({
      sender: signer.address,
      sequence: 5n,
      price: 100n,
      token,
      to: issuer,
      units: 1n,
    });
    const outer = TransactionBuilder.fromXdr(raw, 'test');
    const layers = outer instanceof FeeBumpTransaction ? [outer, outer.innerTransaction] : [outer];
    expect(layers).toHaveLength(2);
    const sender = Keypair.fromPublicKey(signer.address);
    for (const layer of layers) expect(sender.verify(layer.hash(), present(layer.signatures[0]).signature)).toBe(true);
  });
}
