import { payoutKeySettings } from '@wusd/payouts/payout-keys';
import { treasuryKeySettings } from '@wusd/payouts/treasury-keys';
import type { SettingSection } from '@wusd/server-kit/settings/definition';

/** Environment variables of the signer. */
export const signerSettings = [
  {
    title: 'Process',
    settings: {
      WUSD_MODE: {
        description:
          '`test` accepts keys in files, and databases and nodes without TLS; clients need a certificate all the same',
        default: 'production',
      },
      HOST: { description: 'address that it listens on; set it for a server on another machine', default: '127.0.0.1' },
      PORT: { description: 'port that it listens on', default: '8443' },
      WUSD_ALLOW_INSECURE_LOOPBACK: {
        description:
          '`yes`: production mode accepts nodes of networks on this machine without TLS, for tests; PostgreSQL on this machine never needs TLS',
        default: 'no',
      },
    },
  },
  {
    title: 'Databases',
    settings: {
      WUSD_SIGNER_DATABASE_URL: {
        description: "the signer's own PostgreSQL database, as its owner; the server has no login to it",
        example: 'postgresql://signer:…@signer-db.internal/signer?sslmode=verify-full',
        required: 'always',
        isSecret: true,
      },
      WUSD_PRODUCT_DATABASE_URL: {
        description: "the product's database, with a login of the role `wusd_signer`, which reads a few columns",
        example: 'postgresql://signer_login:…@db.internal/wallet?sslmode=verify-full',
        required: 'always',
        isSecret: true,
      },
    },
  },
  {
    title: 'Files',
    settings: {
      WUSD_NETWORKS_FILE: {
        description: "networks, nodes and fee limits in JSON, as the server's; best with nodes of another provider",
        example: '/etc/wusd/networks.json',
        required: 'always',
      },
      WUSD_SIGNER_POLICY_FILE: {
        description: 'limits, operators and the domain of passkeys in JSON, as apps/signer/policy.example.json',
        example: '/etc/wusd/policy.json',
        required: 'always',
      },
      WUSD_SIGNER_CERTIFICATE_FILE: {
        description:
          "the signer's TLS certificate, PEM: for `serverAuth`, with the host of `WUSD_SIGNER_URL` as a subject alternative name",
        example: '/etc/wusd/signer.pem',
        required: 'always',
      },
      WUSD_SIGNER_TLS_KEY_FILE: {
        description: 'the private key of this certificate, PEM',
        example: '/etc/wusd/signer.key',
        required: 'always',
      },
      WUSD_SIGNER_CLIENT_CA_FILE: {
        description:
          'the certificate authority of clients, PEM, used for nothing else: whoever has a certificate of it may ask for signatures',
        example: '/etc/wusd/client-ca.pem',
        required: 'always',
      },
    },
  },
  { title: 'Payout keys', settings: payoutKeySettings },
  { title: 'Keys of sweeps', settings: treasuryKeySettings },
] as const satisfies readonly SettingSection[];
