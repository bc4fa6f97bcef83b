import type { MailContent } from './mails.ts';

export interface MailPort {
  /**
   * @param message.id our id, by which the receiving side recognizes a repeat
   * @param message.content what the HTML alternative is made of; without it the mail is plain text
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
