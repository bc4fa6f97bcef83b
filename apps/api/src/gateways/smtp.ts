import { createTransport } from 'nodemailer';
import type { MailPort } from '../platform/outbox/channels.ts';
import { toHtmlMail } from './html-mail.ts';

const timeoutMs = 10_000;

const openTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });

/** Connects, negotiates TLS and signs in, and sends nothing. @throws Error if the server rejects it */
export async function verifySmtp(url: string): Promise<void> {
  const transport = openTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Mail over SMTP (RFC 5321). Resolves once the receiving server has accepted the message. */
export function createSmtp({ url, from }: { url: string; from: string }): MailPort {
  const transport = openTransport(url);
  return {
    async send({ id, to, subject, text, content }) {
      // An object, because nodemailer parses a string, which could contain several addresses.
      const recipient = { name: '', address: to };
      // The Message-ID contains our id, so that a receiving server recognizes a repeat (RFC 5322, 3.6.4).
      const messageId = `<${id}@wusd-wallet>`;
      const html = content && toHtmlMail(content);
      await transport.sendMail({ subject, text, html, from, to: recipient, messageId });
    },
  };
}
