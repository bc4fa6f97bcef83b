import { Network } from '@wusd/api-sdk/domain';
import type { CryptoCurrency } from '@wusd/server-kit/registry/currencies';
import { lookUp } from '@wusd/server-kit/registry/lookup';
import type { NetworkId } from '@wusd/server-kit/registry/networks';

/**
 * Token contracts, mints on Solana and issuing accounts on Stellar, as published by the issuer of each token, including
 * older contracts. WUSD addresses come from the settings.
 */
const contracts: Record<NetworkId, Record<Exclude<CryptoCurrency, 'WUSD'>, readonly string[]>> = {
  [Network.Ethereum]: {
    USDC: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    USDT: ['0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  },
  [Network.Polygon]: {
    USDC: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
    USDT: ['0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  },
  [Network.Viction]: { USDC: [], USDT: [] },
  [Network.ArbitrumOne]: {
    USDC: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
    USDT: ['0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  },
  [Network.Base]: {
    USDC: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    USDT: ['0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'],
  },
  [Network.Bnb]: {
    USDC: ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    USDT: ['0x55d398326f99059fF775485246999027B3197955'],
  },
  [Network.Avalanche]: {
    USDC: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    USDT: ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
  },
  [Network.Tron]: { USDC: ['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'], USDT: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] },
  [Network.Solana]: {
    USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    USDT: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  },
  [Network.Stellar]: { USDC: ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'], USDT: [] },
};

/** Returns the contracts of every token on a network. @throws UnknownKeyError */
export function tokenContractsOf(networkId: number): string[] {
  return Object.values(lookUp('network', contracts, networkId)).flat();
}
