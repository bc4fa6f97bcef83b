import type { NetworkSettings } from '@wusd/payouts/network-settings';
import type { Gateways } from '../gateways/ports.ts';
import type { PlatformServices, PlatformSettings } from '../platform/services.ts';
import type { ProhibitedCountries } from './compliance/prohibited-countries.ts';

/** All dependencies of the domains. */
export interface Services extends PlatformServices {
  settings: DomainSettings;
  gateways: Gateways;
}

/** The settings that domains use. */
interface DomainSettings extends PlatformSettings {
  clientId: string;
  recaptchaKey: string;
  publicUrl: string;
  supportEmail: string;
  prohibitedCountries: ProhibitedCountries;
  /** Settings of networks with a configured node. */
  networks: NetworkSettings;
}
