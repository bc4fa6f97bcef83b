import type { Domain } from '../support/coverage.ts';
import { likeEveryAct } from './reasons.ts';

const acts = [
  'changePassword',
  'changeMobilePrecheck',
  'changeMobile',
  'changeEmailPrecheck',
  'changeEmail',
  'bindAuthenticator',
  'unbindAuthenticator',
  'renewRecoveryCodes',
  'setAntiPhishingCode',
  'createPasskey',
  'removePasskey',
];
const open = [
  'setupAuthenticator',
  'createPasskeyOptions',
  'listPasskeys',
  'renamePasskey',
  'confirmRecoveryCodes',
  'listSessions',
  'reviewSessions',
  'deleteSession',
  'listSecurityLog',
  'getSecurityCheckup',
  'getFeedbackAttachment',
];

export const stayingSafe: Domain = {
  name: 'staying safe',
  messages: ['security', 'feedback', 'legal', 'accessibility', 'cookie'],
  operations: [...acts, ...open, 'testPassword', 'freezeAccount', 'sendFeedback'],
  limited: ['changePassword', 'testPassword', 'freezeAccount', 'sendFeedback'],
  unshown: {
    ...Object.fromEntries(
      ['security.checkup.all', 'security.checkup.codes.unsaved', 'security.signIns.more'].map((id) => [
        id,
        'a state of the checkup or of the list that a story shows',
      ]),
    ),
    'security.act.codesLocked': 'it takes hours of wrong codes',
    'security.act.codesUnlocked': 'what was locked is needed first',
    'security.act.other': 'every act has words of its own; these are for one that a page from before it hears of',
  },
  unmet: {
    ...Object.fromEntries(
      acts
        .filter((act) => act !== 'changePassword' && act !== 'changeMobile' && act !== 'setAntiPhishingCode')
        .map((act) => [`${act} INTENT_EXPIRED`, likeEveryAct]),
    ),
    'testPassword SEALED_PAYLOAD_UNREADABLE': 'the log-in meets it; what seals is the same',
    'changePassword SEALED_PAYLOAD_UNREADABLE': 'so here',
    'changePassword PASSWORD_INCORRECT': 'the step before has tested it',
    'changePassword TOO_MANY_REQUESTS': 'the step before counts the same tries',
    'bindAuthenticator MOVE_NOT_ALLOWED': 'where there is one, none is set up',
    'unbindAuthenticator MOVE_NOT_ALLOWED': 'where there is none, the page has no such button',
    'renewRecoveryCodes MOVE_NOT_ALLOWED': 'nor this one',
    'createPasskeyOptions MOVE_NOT_ALLOWED': 'where there are ten, the page offers no other',
    'createPasskey MOVE_NOT_ALLOWED': 'likewise',
    'confirmRecoveryCodes MOVE_NOT_ALLOWED':
      'of two tabs, the one with the codes that were replaced is signed in as well, and rarely open',
    'renamePasskey NOT_FOUND': 'what another page has removed is gone from this one at once',
    'removePasskey NOT_FOUND': 'likewise',
    'deleteSession NOT_FOUND': 'only the sign-in that asks is open, and can be ended',
    'getFeedbackAttachment NOT_FOUND': 'the page offers what it has just sent',
  },
};
