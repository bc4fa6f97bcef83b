export interface MailPort {
  /** @param message.id our id, by which the receiving side recognizes a repeat */
  send(message: { id: string; to: string; subject: string; text: string; code?: string }): Promise<void>;
}

export interface SmsPort {
  send(message: { id: string; to: string; text: string; code?: string }): Promise<void>;
}
