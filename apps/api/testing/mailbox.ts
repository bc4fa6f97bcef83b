import { setTimeout } from 'node:timers/promises';
import { createWalletClient } from '@wusd/api-sdk';

export interface Mailbox {
  newestCode(recipient: string): Promise<string | undefined>;
  /** Waits for a one-time code to this address or number that differs from the last one returned here. */
  code(recipient: string): Promise<string>;
  newestMail(recipient: string): Promise<string>;
  /** Returns the path of the activation link that was sent to this address. */
  link(recipient: string): Promise<string>;
}

/** Reads the messages of a server in test mode through its API. @param url URL of the server */
export function mailboxAt(url: string): Mailbox {
  const { sandbox } = createWalletClient({ baseUrl: `${url}/api` });
  const read = new Map<string, string>();
  const sentTo = async (recipient: string) => (await sandbox.mailbox(recipient)).messages;
  const newestCode = async (recipient: string): Promise<string | undefined> =>
    (await sentTo(recipient)).find(({ code }) => code !== undefined)?.code;

  /** Polls for a message, because there is no notification of it outside of the server. */
  async function arrives(what: string, look: () => Promise<string | undefined>): Promise<string> {
    for (let looks = 0; looks < 300; looks += 1) {
      const found = await look();
      if (found !== undefined) return found;
      await setTimeout(100);
    }
    throw new Error(`No ${what} has come.`);
  }
  return {
    newestCode,
    async code(recipient) {
      const code = await arrives('code', async () => {
        const newest = await newestCode(recipient);
        return newest === read.get(recipient) ? undefined : newest;
      });
      read.set(recipient, code);
      return code;
    },
    newestMail: async (recipient) => (await sentTo(recipient))[0]?.text ?? '',
    link: (recipient) =>
      arrives('link', async () =>
        (await sentTo(recipient)).map(({ text }) => /(\/account-activation\S+)/.exec(text)?.[1]).find(Boolean),
      ),
  };
}
