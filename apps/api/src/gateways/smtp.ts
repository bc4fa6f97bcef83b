import { createTransport } from 'nodemailer';
import type { MailPort } from '../platform/outbox/channels.ts';

const timeoutMs = 10_000;

/** Mail by SMTP (RFC 5321). Resolves once the receiving server has taken the message. */
export function createSmtp({ url, from }: { url: string; from: string }): MailPort {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  return {
    async send({ id, to, subject, text }) {
      // As one address: a text would be parsed, and could hold more than one.
      const recipient = { name: '', address: to };
      // The Message-ID is ours, so that a receiving server tells a repeat (RFC 5322, 3.6.4).
      await transport.sendMail({ from, to: recipient, subject, text, messageId: `<${id}@wusd-wallet>` });
    },
  };
}
