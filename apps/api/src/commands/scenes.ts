import { CheckType, SceneType } from '@wusd/api-sdk/domain';

export type Scene = (typeof SceneType)[keyof typeof SceneType];

/** Of an act that is reviewed and done once as the others are, and asks for no codes. */
export const noScene = 0;

/** What one act asks its customer to prove, and by what its codes are bound. */
export interface SceneRule {
  /** A challenge for who is not signed in, an intent of a session for who is. */
  proof: 'challenge' | 'intent';
  /** Each must be proved, by any one of its types. What is not bound can't be chosen. */
  groups: readonly (readonly (1 | 2 | 3)[])[];
  /** Every type of check is offered and tried, bound or not: answers must not tell whether there is an account. */
  offersAll?: true;
  /** Allowance of wrong codes that all unknown devices share. @default by its proof: sign-ins or sessions */
  failureBucket?: string;
  /** Message that names the act in mails and SMS. */
  act: string;
}

const { SMS, EMAIL, AUTHENTICATOR } = CheckType;
const factor = [SMS, AUTHENTICATOR] as const;
const withEmail = [factor, [EMAIL]] as const;

/** Every scene as data; nothing elsewhere knows which codes an act needs. */
export const scenes: Record<Scene | typeof noScene, SceneRule> = {
  [noScene]: { proof: 'intent', groups: [], act: '' },
  [SceneType.REGISTER]: {
    proof: 'challenge',
    groups: [[EMAIL]],
    failureBucket: 'registration',
    act: 'message.act.register',
  },
  [SceneType.ACCOUNT_ACTIVATION]: {
    proof: 'challenge',
    groups: [[SMS]],
    failureBucket: 'activation',
    act: 'message.act.activate',
  },
  [SceneType.LOGIN]: { proof: 'challenge', groups: [[SMS, EMAIL, AUTHENTICATOR]], act: 'message.act.login' },
  [SceneType.FORGOT_PASSWORD]: {
    proof: 'challenge',
    groups: withEmail,
    offersAll: true,
    failureBucket: 'forgotten password',
    act: 'message.act.forgotPassword',
  },
  [SceneType.CHANGE_PASSWORD]: { proof: 'intent', groups: withEmail, act: 'message.act.changePassword' },
  [SceneType.CRYPTO_WITHDRAW]: { proof: 'intent', groups: withEmail, act: 'message.act.withdraw' },
  [SceneType.FIAT_WITHDRAW]: { proof: 'intent', groups: withEmail, act: 'message.act.withdraw' },
  [SceneType.ADD_BANK_ACCOUNT]: { proof: 'intent', groups: withEmail, act: 'message.act.addBankAccount' },
  [SceneType.EDIT_BANK_ACCOUNT]: { proof: 'intent', groups: withEmail, act: 'message.act.editBankAccount' },
  [SceneType.ADD_BLOCKCHAIN_ADDRESS]: { proof: 'intent', groups: withEmail, act: 'message.act.addAddress' },
  [SceneType.PHONE_BIND]: { proof: 'intent', groups: withEmail, act: 'message.act.bindPhone' },
  [SceneType.MINT_REDEEM]: { proof: 'intent', groups: [factor], act: 'message.act.swap' },
  [SceneType.APP_BIND]: { proof: 'intent', groups: withEmail, act: 'message.act.bindAuthenticator' },
  [SceneType.APP_UNBIND]: { proof: 'intent', groups: withEmail, act: 'message.act.unbindAuthenticator' },
  [SceneType.EMAIL_BIND]: { proof: 'intent', groups: [[EMAIL]], act: 'message.act.changeEmail' },
  [SceneType.EMAIL_UNBIND]: { proof: 'intent', groups: withEmail, act: 'message.act.changeEmail' },
  [SceneType.AUTO_REDEMPTION]: { proof: 'intent', groups: withEmail, act: 'message.act.autoRedemption' },
  [SceneType.ANTI_PHISHING_CODE]: { proof: 'intent', groups: withEmail, act: 'message.act.antiPhishing' },
};
