export interface MailPort {
  /** @param message.id ours, for the receiving side to tell a repeat */
  send(message: { id: string; to: string; subject: string; text: string; code?: string }): Promise<void>;
}

export interface SmsPort {
  send(message: { id: string; to: string; text: string; code?: string }): Promise<void>;
}
