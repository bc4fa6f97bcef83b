import { draftKeys } from '../state/draft-keys.ts';
import { createPageActivity, openEventStream } from '@wusd/auth-core/sse';
import { loadAuth } from './auth.ts';
import { api, session, streamUrl } from '../api/client.ts';
import { checkServer } from '../api/connection.ts';
import { invalidation } from '../api/invalidation.ts';

/**
 * Handles the server's events for this session until it ends.
 *
 * @param lastEventId last event when the profile was read, so that no event is missed before the stream opens
 */
export async function followEvents(signal: AbortSignal, lastEventId: string): Promise<void> {
  const auth = await loadAuth();
  let hasOpened = false;
  for await (const { data } of openEventStream(streamUrl, {
    auth,
    lastEventId,
    signal,
    activity: createPageActivity({ signal }),
    // A page without other calls detects an unreachable server by its stream.
    fetch: (...request) =>
      fetch(...request).catch((error: unknown) => {
        if (!request[1]?.signal?.aborted) void checkServer();
        throw error;
      }),
    onOpen: () => {
      // The first stream delivers all events since the profile was read. After a reconnect, events may be missing.
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
      // An event without wallet and entity means that all data must be reloaded.
      if (data['walletId'] === undefined && data['entityId'] === undefined)
        await reload().catch(() => invalidation.publish('everything-changed'));
      else publishWalletUpdated();
    }
  }
}

/**
 * `406`: signs in again with the refresh grant. A rejection ends the session with an alert; a lost connection does not.
 */
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

/** Removes the drafts of other customers in this browser after a sign-in. */
export function removeOthersDrafts(): void {
  const email = session.get().authUser?.email;
  if (email === undefined || draftKeys().length === 0) return;
  void import('../state/customer-drafts.ts').then(({ keepDraftsOf }) => keepDraftsOf(email)).catch(() => {});
}
