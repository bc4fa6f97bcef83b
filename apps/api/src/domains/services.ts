import type { NetworkSettings } from '@wusd/payouts/network-settings';
import type { Gateways } from '../gateways/ports.ts';
import type { PlatformServices, PlatformSettings } from '../platform/services.ts';
import type { ProhibitedCountries } from './compliance/prohibited-countries.ts';

/** Dependencies of the domains. Domains have no others. */
export interface Services extends PlatformServices {
  settings: DomainSettings;
  gateways: Gateways;
}

/** The settings that domains read. */
interface DomainSettings extends PlatformSettings {
  clientId: string;
  recaptchaKey: string;
  publicUrl: string;
  supportEmail: string;
  prohibitedCountries: ProhibitedCountries;
  /** EVM networks that a node is configured for. */
  networks: NetworkSettings;
}
