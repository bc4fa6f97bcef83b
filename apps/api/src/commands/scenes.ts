import { CheckType, SceneType } from '@wusd/api-sdk/domain';
import type { CheckGroups } from '../platform/database/column-types.ts';
import { requireKey } from '@wusd/server-kit/registry/lookup';

export type Scene = (typeof SceneType)[keyof typeof SceneType];

/** Scene of commands that are previewed and executed under an intent but require no codes. */
export const noScene = 0;

/** The checks that a scene requires. */
export interface SceneRule {
  /** A challenge for public operations, an intent for commands in a session. */
  authorizedBy: 'challenge' | 'intent';
  /** One check of each group is required. Only bound factors can be used. */
  groups: CheckGroups;
  /** Offers and verifies every check type, bound or not, so that answers don't reveal whether an account exists. */
  offersAll?: true;
  /** Bucket of failures that all unknown devices share. @default `sign-in` for challenges, `session` for intents */
  failureBucket?: string;
  /** Message that names the operation in emails and SMS. */
  act: string;
}

const { SMS, EMAIL, AUTHENTICATOR, PASSKEY } = CheckType;
/** A passkey verifies its user, so every scene accepts it instead of the other bound factor. */
const factor = [SMS, AUTHENTICATOR, PASSKEY] as const;
/** Commands that change credentials or destinations also require the email code, for every factor. */
const withEmail = [factor, [EMAIL]] as const;
/** An assertion is bound to amount and recipient, so one passkey proves both groups. */
const passkeyOrWithEmail = [factor, [EMAIL, PASSKEY]] as const;

/** All scenes. This is the only place that defines which codes an operation requires. */
export const scenes: Record<Scene | typeof noScene, SceneRule> = {
  [noScene]: { authorizedBy: 'intent', groups: [], act: '' },
  // The activation link proves the email address: its key is the code that was emailed, so no challenge is opened.
  [SceneType.REGISTER]: {
    authorizedBy: 'challenge',
    groups: [[EMAIL]],
    failureBucket: 'registration',
    act: 'message.act.register',
  },
  [SceneType.ACCOUNT_ACTIVATION]: {
    authorizedBy: 'challenge',
    groups: [[SMS]],
    failureBucket: 'activation',
    act: 'message.act.activate',
  },
  [SceneType.LOGIN]: {
    authorizedBy: 'challenge',
    groups: [[SMS, EMAIL, AUTHENTICATOR, PASSKEY]],
    act: 'message.act.login',
  },
  [SceneType.FORGOT_PASSWORD]: {
    authorizedBy: 'challenge',
    groups: withEmail,
    offersAll: true,
    failureBucket: 'forgotten password',
    act: 'message.act.forgotPassword',
  },
  [SceneType.CHANGE_PASSWORD]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.changePassword' },
  [SceneType.CRYPTO_WITHDRAW]: { authorizedBy: 'intent', groups: passkeyOrWithEmail, act: 'message.act.withdraw' },
  [SceneType.FIAT_WITHDRAW]: { authorizedBy: 'intent', groups: passkeyOrWithEmail, act: 'message.act.withdraw' },
  [SceneType.ADD_BANK_ACCOUNT]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.addBankAccount' },
  [SceneType.EDIT_BANK_ACCOUNT]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.editBankAccount' },
  [SceneType.ADD_BLOCKCHAIN_ADDRESS]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.addAddress' },
  [SceneType.PHONE_BIND]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.bindPhone' },
  [SceneType.MINT_REDEEM]: { authorizedBy: 'intent', groups: [factor], act: 'message.act.swap' },
  [SceneType.APP_BIND]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.bindAuthenticator' },
  [SceneType.APP_UNBIND]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.unbindAuthenticator' },
  [SceneType.EMAIL_BIND]: { authorizedBy: 'intent', groups: [[EMAIL]], act: 'message.act.changeEmail' },
  [SceneType.EMAIL_UNBIND]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.changeEmail' },
  [SceneType.AUTO_REDEMPTION]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.autoRedemption' },
  [SceneType.ANTI_PHISHING_CODE]: { authorizedBy: 'intent', groups: withEmail, act: 'message.act.antiPhishing' },
};

/** Returns the scene of a number from the contract or the database. @throws UnknownKeyError */
export function sceneOf(scene: number): Scene | typeof noScene {
  return requireKey('scene', scenes, scene);
}
