export type StepName = 'identity' | 'money' | 'authenticator' | 'recipient';

export interface Step {
  name: StepName;
  isDone: boolean;
}

export interface Progress {
  identityStatus: string;
  /** Whether any money has ever come in. */
  hasMoved: boolean;
  hasAuthenticator: boolean;
  hasRecipient: boolean;
}

/** The steps of a new customer in the order that they open each other: nothing can be deposited before the identity is verified. */
export function stepsOf({ identityStatus, hasMoved, hasAuthenticator, hasRecipient }: Progress): Step[] {
  return [
    { name: 'identity', isDone: identityStatus === 'verified' },
    { name: 'money', isDone: hasMoved },
    { name: 'authenticator', isDone: hasAuthenticator },
    { name: 'recipient', isDone: hasRecipient },
  ];
}

/** The first that is not done; undefined where all are. */
export function nextStep(steps: readonly Step[]): StepName | undefined {
  return steps.find(({ isDone }) => !isDone)?.name;
}
