import type { Page } from '@playwright/test';

/** The device of a customer: it keeps passkeys, and asks nobody. */
export interface Authenticator {
  /** Whether the customer is recognized. Otherwise what is asked is declined. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Whether its customer is there to answer at once. Otherwise what is asked waits. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Sets the sign count of its only passkey, as that of a copy. */
  setSignCount(count: number): Promise<void>;
}

/** Gives a page a platform authenticator (WebAuthn, section 11.2), for as long as the page is open. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserVerified: async (isUserVerified) =>
      void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    setPresent: async (enabled) =>
      void (await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    async setSignCount(signCount) {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      const [credential] = credentials;
      if (credentials.length !== 1 || !credential) throw new Error(`There are ${credentials.length} passkeys`);
      const { credentialId } = credential;
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } });
    },
  };
}

/** Presses the button. The device is there once the button asks, and not before, when the suggestions of the field do. */
export async function signInByButton(
  page: Page,
  device: Authenticator,
  button = 'Sign in with a passkey',
): Promise<void> {
  const binding = 'answerPasskey';
  await page.exposeFunction(binding, () => device.setPresent(true)).catch(() => undefined);
  await page.evaluate((name) => {
    const { credentials } = navigator;
    const get = Reflect.get(Object.getPrototypeOf(credentials) as object, 'get') as typeof credentials.get;
    credentials.get = async (options) => {
      if (options?.mediation !== 'conditional') await (Reflect.get(globalThis, name) as () => Promise<void>)();
      return get.call(credentials, options);
    };
  }, binding);
  await page.getByRole('button', { name: button, exact: true }).click();
}
