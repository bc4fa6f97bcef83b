import { createTransport } from 'nodemailer';
import type { MailPort, Outside, SmsPort } from '../ports/index.ts';
import type { Settings } from '../settings.ts';
import { createRecaptcha } from './recaptcha.ts';

const timeoutMs = 10_000;

/** The outside world in production. Chains, banks and rates have no adapter yet, so none of theirs is offered. */
export function createOutside(settings: Settings): Outside {
  return {
    networks: [],
    partners: [],
    mail: smtpMail(settings),
    sms: gatewaySms(settings),
    chain: {
      createAddress: () => Promise.reject(new Error('No network has an adapter')),
      transfersAfter: async () => [],
    },
    bank: { creditsAfter: async () => [] },
    rates: { priceInUsd: async () => undefined },
    captcha: createRecaptcha({ secret: settings.recaptchaSecret }),
  };
}

function smtpMail({ smtpUrl, mailFrom }: Settings): MailPort {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: timeoutMs, socketTimeout: timeoutMs } as never);
  return {
    async send({ id, to, subject, text }) {
      // The Message-ID is ours, so that a receiving server tells a repeat (RFC 5322, 3.6.4).
      await transport.sendMail({ from: mailFrom, to, subject, text, messageId: `<${id}@wusd-wallet>` });
    },
  };
}

function gatewaySms({ smsGatewayUrl, smsGatewayToken }: Settings): SmsPort {
  return {
    async send({ id, to, text }) {
      const answer = await fetch(smsGatewayUrl ?? '', {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${smsGatewayToken}`,
          'idempotency-key': id,
        },
        body: JSON.stringify({ to, text }),
      });
      if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`);
    },
  };
}
