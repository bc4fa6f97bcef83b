import type { Answers, Result } from './contract.ts';
import recorded from './recorded.json' with { type: 'json' };

type Names = Extract<keyof typeof recorded.answers, keyof Answers>;
const answered = <Name extends Names>(name: Name): Result<Name> => recorded.answers[name] as unknown as Result<Name>;

/** What there is of a list where nothing happened yet. */
export const nothing = { items: [], nextCursor: null, hasMore: false };

/** The same where a story says something else of one. */
export function linaBut<Name extends Names>(name: Name, change: (answer: Result<Name>) => Result<Name>): Answers {
  return { [name]: change(answered(name)) };
}

/** An answer without some of its optional fields. */
export function without<Answer extends object, Key extends keyof Answer>(
  answer: Answer,
  ...keys: Key[]
): Omit<Answer, Key> {
  const rest: Partial<Answer> = { ...answer };
  for (const key of keys) delete rest[key];
  return rest as Omit<Answer, Key>;
}

/** A page narrowed as it was asked for. */
function narrowed<Item>(
  page: { items: Item[] },
  isMeant: (item: Item) => boolean,
): { items: Item[]; nextCursor: null; hasMore: boolean } {
  return { ...nothing, items: page.items.filter(isMeant) };
}

/** A customer with a year behind her, as a real server answered for her; `npm run record` asks it anew. */
export const lina: Answers = {
  ...(recorded.answers as unknown as Answers),
  searchHistory: ({ filter = {} }) =>
    narrowed(
      answered('searchHistory'),
      ({ isHeld, kind }) => (!filter.isHeld || isHeld) && (filter.kind === undefined || kind === filter.kind),
    ),
  searchCryptoTransactions: ({ filter = {} }) =>
    narrowed(answered('searchCryptoTransactions'), ({ direction }) => direction === (filter.direction ?? direction)),
  searchFiatTransactions: ({ filter = {} }) =>
    narrowed(answered('searchFiatTransactions'), ({ direction }) => direction === (filter.direction ?? direction)),
  /** One to one, whatever for whatever. */
  getOtcRate: ({ payCurrency, receiveCurrency, ...asked }) => {
    const amount = ('payAmount' in asked ? asked.payAmount : asked.receiveAmount) ?? '0';
    return {
      ...answered('getOtcRate'),
      pay: { currency: payCurrency, amount },
      receive: { currency: receiveCurrency, amount },
    };
  },
};
export const { recordedAt } = recorded;
