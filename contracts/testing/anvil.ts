import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const require = createRequire(import.meta.url);

/** A phrase that everybody knows: test nodes fund its first accounts. */
const mnemonic = 'test test test test test test test test test test test junk';

/** An account of the test node with ether. @param addressIndex 0 to 9 */
export const fundedAccount = (addressIndex: number) => mnemonicToAccount(mnemonic, { addressIndex });

/** The package of this platform brings the node itself. */
function binary(): string {
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`);
}

export interface AnvilOptions {
  /** EIP-155, of the network that it stands for. */
  chainId: number;
  /** Rules that the node runs by: those of Berlin know no base fee. @default its newest */
  hardfork?: 'berlin' | undefined;
}

/** A real EVM node on loopback. Blocks come when they are asked for. */
export async function startAnvil({ chainId, hardfork }: AnvilOptions) {
  const options = {
    port: '0',
    'chain-id': String(chainId),
    accounts: '10',
    // The block two below the head is final.
    'slots-in-an-epoch': '1',
    ...(hardfork && { hardfork }),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(binary(), ['--no-mining', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, at] = /Listening on (\S+)/.exec(said) ?? [];
      if (at !== undefined) resolve(`http://${at}`);
    });
    child.once('exit', (code) => reject(new Error(`The node ended with ${code}`)));
    child.once('error', reject);
  });
  const client = createTestClient({
    mode: 'anvil',
    // A call that is sent a second time mines a second time.
    transport: http(url, { timeout: 60_000, retryCount: 0 }),
    account: fundedAccount(0),
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
  const mine = (blocks = 1): Promise<void> => client.mine({ blocks });
  return {
    url,
    client,
    mine,
    /** Once a block has it. */
    async mined(sending: Promise<Hex>): Promise<Hex> {
      const hash = await sending;
      await mine();
      return hash;
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
