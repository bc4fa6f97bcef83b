/** Session data of the page besides the tokens. */
export interface SessionState {
  recaptchaToken: string | undefined;
  authUser: AuthUser | undefined;
  isLogin: boolean;
  /** Networks offered to this customer, by id. */
  networks: readonly number[];
}

export interface AuthUser {
  email: string;
  scopes: readonly string[];
  networks: readonly number[];
}

export interface SessionStateStore<User extends AuthUser> {
  get(): SessionState & { authUser: User | undefined };
  signedIn(user: User): void;
  setRecaptchaToken(token: string | undefined): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

const scopesKey = 'scopes';
const empty = { recaptchaToken: undefined, authUser: undefined, isLogin: false, networks: [] };

/** Stored in memory; only the scopes are also in session storage, as specified. Blocked storage has no effect. */
export function createSessionState<User extends AuthUser>(
  storage: () => Storage = () => sessionStorage,
): SessionStateStore<User> {
  let state: SessionState & { authUser: User | undefined } = empty;
  const listeners = new Set<() => void>();
  const attempt = (act: (storage: Storage) => void): void => {
    try {
      act(storage());
    } catch {
      // Blocked or full: memory suffices.
    }
  };
  const set = (next: typeof state): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    signedIn(authUser) {
      attempt((kept) => kept.setItem(scopesKey, JSON.stringify(authUser.scopes)));
      set({ ...state, authUser, isLogin: true, networks: authUser.networks });
    },
    setRecaptchaToken: (recaptchaToken) => set({ ...state, recaptchaToken }),
    clear() {
      attempt((kept) => kept.removeItem(scopesKey));
      set(empty);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
