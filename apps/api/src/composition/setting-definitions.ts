import { payoutKeySettings } from '@wusd/payouts/payout-keys';
import type { SettingSection } from '@wusd/server-kit/settings/definition';
import { telemetrySettings } from '@wusd/server-kit/telemetry/telemetry-settings';
import { timeLimitSettings } from '../platform/time-limits.ts';

/** Environment variables of the server. */
export const serverSettings = [
  {
    title: 'Process',
    settings: {
      WUSD_MODE: {
        description: '`test` simulates the outside world; `production` needs it, and refuses weak settings',
        default: 'test',
      },
      HOST: {
        description: 'address that it listens on',
        otherwise: '`127.0.0.1` in test mode, `0.0.0.0` in production',
      },
      PORT: { description: 'port that it listens on', default: '8080' },
      WUSD_TRUSTED_PROXIES: {
        description: "number of reverse proxies in front that name the client's address",
        default: '0',
      },
      WUSD_WEB_ROOT: {
        description: 'folder of the built web app, which the server serves; empty: the API alone',
        otherwise: 'apps/web/dist of the checkout',
      },
      WUSD_DATA_FOLDER: {
        description: 'folder of the embedded database and of the master key that test mode makes',
        otherwise: '.data of the checkout',
      },
      WUSD_ALLOW_INSECURE_LOOPBACK: {
        description:
          '`yes`: production mode accepts services on this machine without TLS, for tests; PostgreSQL on this machine never needs TLS',
        default: 'no',
      },
    },
  },
  {
    title: 'Database',
    settings: {
      DATABASE_URL: {
        description:
          "PostgreSQL 15 or later. In production: the application's own login. In test mode it may be the owner, who can create roles: the server then creates the other logins",
        otherwise: 'an embedded database',
        example: 'postgresql://wallet_api:…@db.internal/wallet?sslmode=verify-full',
        required: 'production',
        isSecret: true,
      },
      WUSD_MIGRATOR_DATABASE_URL: {
        description:
          'the same database as its owner, for migrations at the start; without it the server starts only where the schema is up to date',
        example: 'postgresql://wallet_migrator:…@db.internal/wallet?sslmode=verify-full',
        isSecret: true,
      },
      WUSD_READONLY_DATABASE_URL: {
        description: 'the same database as a login that can only read, which `operator reconcile` uses',
        example: 'postgresql://wallet_readonly:…@db.internal/wallet?sslmode=verify-full',
        isSecret: true,
      },
    },
  },
  {
    title: 'Encryption',
    settings: {
      WUSD_MASTER_KEY: {
        description: '32 random bytes in base64, which encrypt the keys of personal data: `openssl rand -base64 32`',
        otherwise: 'made once, in test mode',
        required: 'production',
        isSecret: true,
      },
      WUSD_RETIRED_MASTER_KEYS: {
        description: 'previous master keys, separated by commas; needed for one start, which encrypts their keys anew',
        isSecret: true,
      },
    },
  },
  {
    title: 'Web app',
    settings: {
      WUSD_PUBLIC_URL: {
        description: 'where customers open the web app; activation mails link there',
        otherwise: '`http://localhost:` and the port, in test mode',
        example: 'https://wallet.example',
        required: 'production',
      },
      WUSD_ALLOWED_ORIGINS: {
        description: 'origins besides our own whose pages may call the API, separated by commas',
      },
      WUSD_CLIENT_ID: { description: 'client id of the web app, published in `/config`', default: 'wusd-web' },
      WUSD_SUPPORT_EMAIL: {
        description: 'email address of support, published in `/config`; it must be set in production',
        default: 'support@wusd-wallet.example',
      },
      WUSD_PASSKEY_RP_ID: {
        description: 'domain of passkeys (the relying party id of WebAuthn); passkeys of another domain stop working',
        otherwise: 'the host of `WUSD_PUBLIC_URL`',
      },
      WUSD_PASSKEY_ORIGINS: {
        description: 'origins of pages that use passkeys, on that domain or below it, separated by commas',
        otherwise: 'the origin of `WUSD_PUBLIC_URL`',
      },
      WUSD_RECAPTCHA_KEY: { description: 'site key of reCAPTCHA', required: 'production' },
      WUSD_RECAPTCHA_SECRET: { description: 'secret of reCAPTCHA', required: 'production', isSecret: true },
      WUSD_RECAPTCHA_VERIFY_URL: {
        description: 'where tokens of reCAPTCHA are verified',
        otherwise: "Google's host",
        example: 'https://www.recaptcha.net/recaptcha/api/siteverify',
      },
    },
  },
  {
    title: 'Mail and SMS',
    settings: {
      WUSD_SMTP_URL: {
        description: 'SMTP host that sends mail',
        example: 'smtps://user:password@mail.example',
        required: 'production',
        isSecret: true,
      },
      WUSD_MAIL_FROM: {
        description: 'sender of mails; it must be set in production',
        default: 'WUSD Wallet <no-reply@wusd-wallet.example>',
      },
      WUSD_SMS_GATEWAY_URL: {
        description: 'SMS gateway',
        example: 'https://sms.example/messages',
        required: 'production',
      },
      WUSD_SMS_GATEWAY_TOKEN: { description: 'token of the SMS gateway', required: 'production', isSecret: true },
      WUSD_SMS_DAILY_CAP: {
        description: 'text messages that are sent to all customers in a day (UTC); above it operators get an alert',
        default: '10000',
      },
    },
  },
  {
    title: 'Identity, screening and rates',
    settings: {
      WUSD_IDENTITY_URL: {
        description: 'identity provider; without one operators decide',
        otherwise: 'simulated in test mode',
      },
      WUSD_IDENTITY_TOKEN: { description: 'token of the identity provider', isSecret: true },
      WUSD_SCREENING_URL: {
        description: 'provider that tells how risky an address or a payee is',
        otherwise: 'simulated in test mode',
        requiredWith: 'networks and banks in production',
      },
      WUSD_SCREENING_TOKEN: { description: 'token of the screening provider', isSecret: true },
      WUSD_RATES_URL: {
        description: 'source of rates; without one only US dollar currencies are swapped',
        otherwise: 'simulated in test mode',
      },
      WUSD_RATES_TOKEN: { description: 'token of the source of rates', isSecret: true },
      WUSD_PROHIBITED_COUNTRIES_FILE: {
        description: 'countries that nobody is served in and nothing is paid to, in JSON',
        otherwise: 'the maintained list, apps/api/src/domains/compliance/prohibited-countries.json',
      },
    },
  },
  {
    title: 'Files',
    settings: {
      WUSD_BLOBS: {
        description: 'where receipts are stored, a folder or a bucket of S3',
        otherwise: 'a folder beside the data, in test mode',
        example: 's3://bucket?endpoint=https://s3.example&region=ap-southeast-1',
        requiredWith: 'banks in production',
      },
      WUSD_S3_KEY_ID: { description: 'access key id of the bucket', requiredWith: 'a bucket' },
      WUSD_S3_SECRET: { description: 'secret access key of the bucket', requiredWith: 'a bucket', isSecret: true },
      WUSD_CLAMD_URL: {
        description:
          "ClamAV's daemon, which scans uploads; its protocol has no TLS, so that `tcp://host:3310` needs a network of your own",
        otherwise: 'simulated in test mode',
        example: 'unix:///run/clamav/clamd.ctl',
        required: 'production',
      },
    },
  },
  {
    title: 'Networks and banks',
    settings: {
      WUSD_NETWORKS_FILE: {
        description: 'blockchains with their nodes and tokens, in JSON',
        otherwise: 'none in production, simulated in test mode',
        example: '/etc/wusd/networks.json',
      },
      WUSD_BANKS_FILE: {
        description: 'banks that ISO 20022 files are exchanged with, in JSON',
        otherwise: 'none in production, simulated in test mode',
        example: '/etc/wusd/banks.json',
      },
      WUSD_SIGNER_URL: {
        description: 'the process that signs payouts',
        otherwise: 'the server signs, in test mode',
        example: 'https://signer.internal:8443',
        requiredWith: 'networks in production',
      },
      WUSD_SIGNER_CA_FILE: {
        description: "the certificate authority of the signer's certificate, PEM",
        example: '/etc/wusd/signer-ca.pem',
        requiredWith: '`WUSD_SIGNER_URL`',
      },
      WUSD_SIGNER_CLIENT_CERTIFICATE_FILE: {
        description: 'the certificate with which this server asks for signatures, PEM',
        example: '/etc/wusd/client.pem',
        requiredWith: '`WUSD_SIGNER_URL`',
      },
      WUSD_SIGNER_CLIENT_TLS_KEY_FILE: {
        description: 'the private key of this certificate, PEM',
        example: '/etc/wusd/client.key',
        requiredWith: '`WUSD_SIGNER_URL`',
      },
    },
  },
  { title: 'Limits', settings: timeLimitSettings },
  { title: 'Telemetry', settings: telemetrySettings },
  {
    title: 'Test mode',
    settings: {
      WUSD_SANDBOX_PACE: {
        description: 'how long simulated blocks and banks take: `instant`, `realistic` or `manual`',
        default: 'realistic',
      },
      WUSD_DEMO_YEAR: {
        description: '`yes`: a demo customer has a year of history',
        default: 'no',
        otherwise: 'with `npm start` `yes`',
      },
    },
  },
  { title: 'Payout keys in test mode; in production they belong to the signer', settings: payoutKeySettings },
] as const satisfies readonly SettingSection[];

/** Additional environment variables of operator commands. */
export const operatorSettings = [
  {
    title: 'Operators',
    settings: {
      WUSD_OPERATORS_FILE: {
        description: 'the operators with their public keys, a list of {name, publicKey} in JSON',
        example: '/etc/wusd/operators.json',
        requiredWith: 'production',
      },
      WUSD_OPERATOR_KEY: {
        description: "the operator's own key: `pkcs11:…`, or `file:/path` in test mode",
        requiredWith: 'commands that change something',
      },
    },
  },
] as const satisfies readonly SettingSection[];
