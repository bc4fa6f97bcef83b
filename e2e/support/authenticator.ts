import type { Page } from '@playwright/test';

/** A customer's device that stores passkeys and does not prompt. */
export interface Authenticator {
  /** Whether user verification succeeds. Otherwise requests are declined. */
  setUserVerified(isUserVerified: boolean): Promise<void>;
  /** Whether the customer responds at once. Otherwise requests wait. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Sets the sign count of the only passkey, like that of a copy. */
  setSignCount(count: number): Promise<void>;
}

/** Adds a platform authenticator (WebAuthn, section 11.2) to a page, for as long as the page is open. */
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

/** Presses the button. The device is present only from then on, not for the field's suggestions. */
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
