/** A legal document. In English only, because only one text can be binding. */
export interface LegalDocument {
  title: string;
  /** RFC 3339 full-date. */
  effective: string;
  /** Summary in one sentence. */
  summary: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
}

const effective = '2026-11-01';

const termOfUse: LegalDocument = {
  title: 'Terms of use',
  effective,
  summary: 'What you may expect of WUSD Wallet, and what we expect of you.',
  sections: [
    {
      heading: 'Who may have an account',
      paragraphs: [
        'You may open an account for yourself if you are at least eighteen years old, or for a company that you are authorised to act for. One person or company has one account.',
        'We verify who you are before money moves. If what you tell us is not true, or we may not serve you where you live, we close the account and return what is yours by a way that the law allows.',
      ],
    },
    {
      heading: 'What the wallet does',
      paragraphs: [
        'The wallet shows balances in currencies and tokens that we hold for you, lets you deposit and withdraw them, and lets you exchange WUSD for money and money for WUSD over the counter.',
        'A balance is what we owe you. We record every movement in double entry, and you can see each one that is yours.',
      ],
    },
    {
      heading: 'Rates and fees',
      paragraphs: [
        'Before you confirm anything, we show what leaves, each fee, the rate, and what arrives. What was shown is what is charged.',
        'A rate is held for the time that is shown beside it. After that you are asked to look at a new one; nothing is exchanged at a rate that you did not see.',
      ],
    },
    {
      heading: 'What can’t be undone',
      paragraphs: [
        'A transfer on a blockchain is final. If it goes to a wrong address, or by another network than the one that was chosen, neither we nor anybody else may be able to bring it back.',
        'Withdrawals go only to destinations that you have saved. A new destination, and a change of how your account is secured, close withdrawals for a day, so that you can object if it was not you.',
      ],
    },
    {
      heading: 'Keeping your account safe',
      paragraphs: [
        'Keep your password, your codes and your recovery codes to yourself. We never ask for a code. If you think that somebody else has them, change them or freeze the account; both are found under security setting, and freezing also on the login page.',
        'What is done with your password and your codes counts as done by you until you tell us otherwise. From then on it does not.',
      ],
    },
    {
      heading: 'When we stop something',
      paragraphs: [
        'We hold or refuse a movement where the law or our duty to prevent crime asks for it. Where we may, we tell you why, who decides, and by when.',
        'You may close your account at any time once it is empty. We may close it with thirty days’ notice, at once where the law asks for it.',
      ],
    },
    {
      heading: 'Our liability, and the law',
      paragraphs: [
        'We answer for what we do wrong. We do not answer for what blockchains, banks and networks outside our control do, nor for a change of the price of what you hold.',
        'These terms are under the law of Singapore. If we change them, we tell you by mail at least thirty days before.',
      ],
    },
  ],
};

const privacyPolicy: LegalDocument = {
  title: 'Privacy policy',
  effective,
  summary: 'Which of your data we have, what for, for how long, and what you can ask of us.',
  sections: [
    {
      heading: 'What we have',
      paragraphs: [
        'What you tell us: name, e-mail address, phone number, nationality, where you live, and the number of your identity document; for a company also its registration. What you write to us, with the files you attach; from pictures we remove where and with what they were taken.',
        'What comes about: balances and movements, sign-ins with the kind of program and the network they came from, and what was done to your account and by whom.',
      ],
    },
    {
      heading: 'What for',
      paragraphs: [
        'To run your account, to know who our customers are as the law requires, to keep your account safe, and to answer you. We do not sell data, show no advertising, and build no profile for any.',
      ],
    },
    {
      heading: 'How it is kept',
      paragraphs: [
        'Personal data is encrypted where it is stored, under keys that are changed. Passwords and codes are kept only in a form that can be compared with, not read.',
        'Our logs hold no names, addresses, codes or amounts.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'The provider that verifies identities sees what you submit for it. Banks and blockchains see what a transfer needs. Mail and SMS providers see the messages. Authorities see what they may lawfully ask for.',
        'When a page asks whether you are a person, the provider of that check sees your address and your program.',
      ],
    },
    {
      heading: 'For how long',
      paragraphs: [
        'For as long as you have an account, and five years after it, as the law on money laundering requires; codes and counters for a day.',
      ],
    },
    {
      heading: 'What you can ask',
      paragraphs: [
        'To see what we have, to have it corrected, to have it moved to somebody else, to object, and to have it deleted where no law makes us keep it. Write to support from the address of your account; we answer within thirty days.',
      ],
    },
  ],
};

const cookiePolicy: LegalDocument = {
  title: 'Cookie policy',
  effective,
  summary: 'What this site keeps in your browser: your session, your choices and one cookie. Nothing tracks you.',
  sections: [
    {
      heading: 'What is necessary',
      paragraphs: [
        'While you are signed in: your tokens, encrypted, the page that you wanted to reach, and a payment whose outcome is not known yet. They go when you log out or the session ends.',
        'The language that you choose, because without it you could not read the page, and a cookie named “lang”, which tells our server in which language to send pages. It contains nothing else.',
        'An id of this browser, made by itself, so that wrong passwords that are tried elsewhere do not pause your sign-in here. What you have typed of a swap or a registration, without your password and the number of your document, until the tab is closed.',
      ],
    },
    {
      heading: 'What is for your comfort',
      paragraphs: [
        'Your theme, the currency that your total is shown in, and whether amounts, empty balances and the test bar are hidden. If you choose only what is necessary, they last as long as the page is open.',
      ],
    },
    {
      heading: 'What is not here',
      paragraphs: [
        'No advertising, no analytics, nothing of other sites. Where a page asks whether you are a person, the provider of that check may keep something of its own; that is asked only where money or an account could be misused.',
      ],
    },
    {
      heading: 'Your choice',
      paragraphs: ['You can change it here at any time; it holds for this browser.'],
    },
  ],
};

const riskDisclosure: LegalDocument = {
  title: 'Risk disclosure',
  effective,
  summary:
    'What can go wrong with stablecoins, tokens and transfers. Read it before you put in more than you could do without.',
  sections: [
    {
      heading: 'A peg is a promise',
      paragraphs: [
        'WUSD is meant to be worth one US dollar, and we redeem it at that. Should we be unable to, it may be worth less. It is not money in a bank, and no scheme insures it.',
        'Other stablecoins are promises of others, which we can’t keep for them.',
      ],
    },
    {
      heading: 'Blockchains',
      paragraphs: [
        'A transfer that is confirmed can’t be taken back. Networks can be slow, split, or stop. A token that is sent by a network that we do not offer, or without a memo where one is needed, may be lost.',
      ],
    },
    {
      heading: 'Prices and rates',
      paragraphs: [
        'What one currency is worth in another changes while you look at it. We hold a rate for the time that we show; before and after that it moves.',
      ],
    },
    {
      heading: 'Time',
      paragraphs: [
        'Banks take one to two business days, and longer on holidays. We hold what looks risky until somebody has looked at it. Do not rely on a transfer for something that can’t wait.',
      ],
    },
    {
      heading: 'Technology and people',
      paragraphs: [
        'Whoever has your password and your codes can do what you can. Devices are lost, mails are forged, and nobody from us will ever ask for a code.',
      ],
    },
    {
      heading: 'Law',
      paragraphs: [
        'What is allowed today may not be tomorrow, or where you travel. Taxes on what you hold and exchange are yours to know and to pay.',
      ],
    },
  ],
};

export const legalDocuments = {
  'term-of-use': termOfUse,
  'privacy-policy': privacyPolicy,
  'cookie-policy': cookiePolicy,
  'risk-disclosure': riskDisclosure,
} as const;
