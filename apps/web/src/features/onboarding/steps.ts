export type StepName = 'identity' | 'money' | 'authenticator' | 'recipient';

export interface Step {
  name: StepName;
  /** `locked` until the identity is verified. */
  state: 'done' | 'open' | 'locked';
}

export interface Progress {
  isVerified: boolean;
  /** Whether money has ever been credited. */
  hasReceived: boolean;
  hasAuthenticatorOrPasskey: boolean;
  hasRecipient: boolean;
}

/** The first steps of a new customer. Deposits and recipients need a verified identity, so it comes first. */
export function stepsOf({ isVerified, hasReceived, hasAuthenticatorOrPasskey, hasRecipient }: Progress): Step[] {
  const state = (isDone: boolean, needsIdentity: boolean): Step['state'] => {
    if (isDone) return 'done';
    return needsIdentity && !isVerified ? 'locked' : 'open';
  };
  return [
    { name: 'identity', state: state(isVerified, false) },
    { name: 'money', state: state(hasReceived, true) },
    { name: 'authenticator', state: state(hasAuthenticatorOrPasskey, false) },
    { name: 'recipient', state: state(hasRecipient, true) },
  ];
}

/** The first step that the customer can take now; undefined if there is none. */
export function nextStep(steps: readonly Step[]): StepName | undefined {
  return steps.find(({ state }) => state === 'open')?.name;
}
