import { createTestDatabase } from '@wusd/api/testing/databases';
import { Network } from '@wusd/api-sdk/domain';
import { createEvmNetworks } from '@wusd/payouts/evm/index';
import { type Hex, hexOf } from '@wusd/payouts/evm/hex';
import { chainIds, type EvmSettings, parseEvmSettings } from '@wusd/payouts/evm/settings';
import { addressOfKey } from '@wusd/payouts/evm/signer';
import { createTreasuryNode } from '@wusd/payouts/evm/treasury';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import { createDepositAddresses } from '@wusd/payouts/sources/deposit-keys';
import { depositKey, depositXpub, payoutAddress, payoutSigningKey, startEvmNode } from '@wusd/payouts/testing/evm-node';
import { silentLogger } from '@wusd/server-kit/logging';
import { present } from '@wusd/server-kit/testing/present';
import { inject } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { createTreasury, type TreasuryServices } from '../src/treasury/treasury.ts';

export const depositAddress = createDepositAddresses(depositXpub);
const gasKey = secp256k1Key(new Uint8Array(32).fill(0x24));
export const gasAccount = addressOfKey(gasKey);
const depositKeys: TreasuryServices['keys']['deposits'] = {
  keyOf: (keyIndex) => secp256k1Key(present(depositKey.deriveChild(Number(keyIndex)).privateKey)),
};

/** Simulates a killed process: the chosen call fails with or without its effect, and all later calls fail. */
export class Kill {
  calls = 0;
  private readonly at: number;
  private readonly hasEffect: boolean;

  /**
   * @param at number of the outbound call that kills the process, from 1 @param hasEffect whether that call takes
   * effect
   */
  constructor(at = Infinity, hasEffect = false) {
    this.at = at;
    this.hasEffect = hasEffect;
  }

  /** Whether the process was not killed. */
  get isAlive(): boolean {
    return this.calls < this.at;
  }

  /** Wraps an object's functions so that they fail after the process is killed. */
  within<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, property, receiver) => {
        const value: unknown = Reflect.get(object, property, receiver);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          this.calls += 1;
          if (this.calls > this.at) throw new Error('killed');
          if (this.calls === this.at && !this.hasEffect) throw new Error('killed');
          const result: unknown = await Reflect.apply(value, object, args);
          if (this.calls >= this.at) throw new Error('killed');
          return result;
        };
      },
    });
  }
}

interface TreasuryOptions {
  gasPerDay?: string;
  maxFeeGwei?: string;
  /** Blocks on Viction have no base fee. */
  networkId?: typeof Network.Polygon | typeof Network.Viction;
}

/**
 * Starts a signer's treasury on a real EVM node with a token, with a double of the product that has assigned
 * addresses.
 */
export async function startTreasury({
  gasPerDay = '1',
  maxFeeGwei = '500',
  networkId = Network.Polygon,
}: TreasuryOptions = {}) {
  const evm = await startEvmNode({
    chainId: chainIds[networkId],
    ...(networkId === Network.Viction && { hardfork: 'berlin' }),
  });
  const described = evm.settings(networkId, { perPayout: '100000', perDay: '1000000', maxFeeGwei });
  const sweep = { minimum: { WUSD: '50' }, gasPerDay };
  const settings: EvmSettings = parseEvmSettings({
    ...described,
    networks: described.networks.map((network) => ({ ...network, sweep })),
  });
  const { payouts } = present(createEvmNetworks(settings, payoutSigningKey).get(networkId));
  const db = await openDatabase(await createTestDatabase(inject('postgresUrl'), { isEmpty: true }));
  const keyIndexes: bigint[] = [];
  const time = { now: Date.parse('2030-01-01T00:00:00Z') };
  await evm.client.setBalance({ address: gasAccount, value: 10n ** 20n });

  /** Starts a process of the signer. */
  const start = (kill = new Kill(), extra: Partial<TreasuryServices> = {}): (() => Promise<void>) =>
    createTreasury(
      {
        db,
        clock: { now: () => new Date(time.now) },
        log: silentLogger,
        keys: { deposits: depositKeys, gas: gasKey },
        product: {
          keyIndexesAfter: async (_, after, limit) => keyIndexes.filter((index) => index > after).slice(0, limit),
        },
        payouts: kill.within(payouts),
        nodeOf: (network) => kill.within(createTreasuryNode(network)),
        ...extra,
      },
      settings,
    );
  let round = start();
  /** @param blocks blocks that are mined after each round */
  const rounds = async (count: number, blocks = 1): Promise<void> => {
    for (let done = 0; done < count; done += 1) {
      await round();
      await evm.mine(blocks);
      time.now += 60_000;
    }
  };
  return {
    evm,
    db,
    payouts,
    /** The network's settings. */
    network: present(settings.networks[0]),
    keyIndexes,
    start,
    rounds,
    /** Replaces the process with a new one. */
    restart: (kill?: Kill, extra?: Partial<TreasuryServices>): void => void (round = start(kill, extra)),
    wait: (minutes: number): void => void (time.now += minutes * 60_000),
    /** Mints tokens at a customer's address in a block that becomes final. */
    async deposit(keyIndex: bigint, amount: string): Promise<Hex> {
      const address = depositAddress(keyIndex);
      if (!keyIndexes.includes(keyIndex)) keyIndexes.push(keyIndex);
      await evm.mint(address, amount);
      await evm.mine(6);
      return address;
    },
    payoutBalance: () => evm.balanceOf(payoutAddress),
    gasBalance: () => evm.client.getBalance({ address: gasAccount }),
    transfers: () => db.selectFrom('treasury_transfer').selectAll().orderBy('id').execute(),
    attempts: () => db.selectFrom('treasury_attempt').selectAll().orderBy('transfer_id').orderBy('attempt').execute(),
    balanceOf: (address: string) => evm.balanceOf(hexOf(address)),
    async close(): Promise<void> {
      await db.destroy();
      await evm.stop();
    },
  };
}
