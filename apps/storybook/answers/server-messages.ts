import { errors } from '@wusd/api-sdk/domain';
import { bcp47, languageOf, type MessageId } from '@wusd/i18n';
import en_US from '@wusd/i18n/catalogues/server/en_US.json' with { type: 'json' };
import th_TH from '@wusd/i18n/catalogues/server/th_TH.json' with { type: 'json' };
import zh_CN from '@wusd/i18n/catalogues/server/zh_CN.json' with { type: 'json' };
import { IntlMessageFormat } from 'intl-messageformat';

type Parsed = ConstructorParameters<typeof IntlMessageFormat>[0];
const catalogues = { en_US, zh_CN, th_TH } as unknown as Record<string, Record<string, Parsed>>;
const prefix = 'server-message:';

/** A placeholder for a message of the server. The response contains the message in the request's language. */
export function serverMessage(id: Extract<MessageId, `message.${string}` | `error.${string}`>): string {
  return prefix + id;
}

/** @throws Error if the server has no such message */
function format(id: string, language: string | undefined): string {
  const name = languageOf(language);
  const parsed = catalogues[name]?.[id];
  if (parsed === undefined) throw new Error(`The server has no message ${id}`);
  return String(new IntlMessageFormat(parsed, bcp47(name)).format());
}

/** The server's message for an error without variables. */
export function errorMessage(name: string, language: string | undefined): string {
  return format(errors[name as keyof typeof errors].messageId, language);
}

/** The response with every {@link serverMessage} replaced by its message. */
export function withServerMessages(answer: unknown, language: string | undefined): unknown {
  const text = JSON.stringify(answer);
  if (text === undefined) return answer;
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(prefix) ? format(value.slice(prefix.length), language) : value,
  );
}
