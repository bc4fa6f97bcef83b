import type { MailContent } from './mails.ts';

export interface MailPort {
  /**
   * @param message.id our id, by which the recipient system recognises a repeat
   * @param message.content source of the HTML alternative; without it the email is plain text
   */
  send(message: {
    id: string;
    to: string;
    subject: string;
    text: string;
    code?: string;
    content?: MailContent;
  }): Promise<void>;
}

export interface SmsPort {
  send(message: { id: string; to: string; text: string; code?: string }): Promise<void>;
}
