import { draftKeys } from '../state/draft-keys.ts';
import { createPageActivity, openEventStream } from '@wusd/auth-core/sse';
import { loadAuth } from './auth.ts';
import { api, session, streamUrl } from '../api/client.ts';
import { checkServer } from '../api/connection.ts';
import { invalidation } from '../api/invalidation.ts';

/**
 * Acts on what the server tells this session, until it ends.
 *
 * @param lastEventId of when the profile was read: an event between that and the stream's opening is not missed
 */
export async function followEvents(signal: AbortSignal, lastEventId: string): Promise<void> {
  const auth = await loadAuth();
  let hasOpened = false;
  for await (const { data } of openEventStream(streamUrl, {
    auth,
    lastEventId,
    signal,
    activity: createPageActivity({ signal }),
    // A page that asks for nothing hears of a server that is gone by its stream.
    fetch: (...request) =>
      fetch(...request).catch((error: unknown) => {
        if (!request[1]?.signal?.aborted) void checkServer();
        throw error;
      }),
    onOpen: () => {
      // What happened since the profile was read comes by itself. After a loss nothing is taken for granted.
      if (hasOpened) {
        publishWalletUpdated();
        invalidation.publish('notifications-changed');
      }
      hasOpened = true;
    },
  })) {
    const { type } = data;
    if (type === 'logout') await auth.end('superseded');
    else if (type === 'wallet_user_updated') await auth.end('user-updated');
    else if (type === '406') await relogin();
    else if (type === 'notifications_updated') invalidation.publish('notifications-changed');
    else if (type === 'wallet_account_updated') {
      // Without a wallet or an entity the server asks for everything to be read again.
      if (data['walletId'] === undefined && data['entityId'] === undefined)
        await reload().catch(() => invalidation.publish('everything-changed'));
      else publishWalletUpdated();
    }
  }
}

/** `406`: an automatic login, which is the refresh grant. Refused, the session ends with its alert; without a connection it stays. */
async function relogin(): Promise<void> {
  await loadAuth()
    .then((auth) => auth.refresh())
    .then((isSignedIn) => (isSignedIn ? reload() : undefined))
    .catch(() => {});
}

/** Loads the profile and scopes again, which an approval may have changed. */
async function reload(): Promise<void> {
  session.signedIn(await api.user.getAuthUser());
  invalidation.publish('everything-changed');
}

function publishWalletUpdated(): void {
  invalidation.publish('wallet-account-updated');
}

/** A customer who signed in removes the drafts that another one left in this browser. */
export function removeOthersDrafts(): void {
  const email = session.get().authUser?.email;
  if (email === undefined || draftKeys().length === 0) return;
  void import('../state/customer-drafts.ts').then(({ keepDraftsOf }) => keepDraftsOf(email)).catch(() => {});
}
