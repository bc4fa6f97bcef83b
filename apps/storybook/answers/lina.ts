import type { Answers, Result } from './contract.ts';
import recorded from './recorded.json' with { type: 'json' };

type Names = Extract<keyof typeof recorded.answers, keyof Answers>;
const answered = <Name extends Names>(name: Name): Result<Name> => recorded.answers[name] as unknown as Result<Name>;

/** An empty list. */
export const nothing = { items: [], nextCursor: null, hasMore: false };

/** The recorded response with a change. */
export function linaBut<Name extends Names>(name: Name, change: (answer: Result<Name>) => Result<Name>): Answers {
  return { [name]: change(answered(name)) };
}

/** A response without some of its optional fields. */
export function without<Answer extends object, Key extends keyof Answer>(
  answer: Answer,
  ...keys: Key[]
): Omit<Answer, Key> {
  const rest: Partial<Answer> = { ...answer };
  for (const key of keys) delete rest[key];
  return rest as Omit<Answer, Key>;
}

/** Filters a page by the request. */
function narrowed<Item>(
  page: { items: Item[] },
  isMeant: (item: Item) => boolean,
): { items: Item[]; nextCursor: null; hasMore: boolean } {
  return { ...nothing, items: page.items.filter(isMeant) };
}

/** A customer with one year of history, recorded from a real server. `npm run record` records it again. */
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
  /** Quotes any pair of currencies at a rate of one. */
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
