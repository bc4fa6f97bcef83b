/** Whether `New` still accepts every request that `Old` allows: no removed property, no narrower rule. */
type Accepts<Old, New> = Old extends unknown ? AcceptedByAny<Old, New> : never;
type AcceptedByAny<Old, New> = true extends (New extends unknown ? AcceptsOne<Old, New> : never) ? true : false;
type AcceptsOne<Old, New> = Old extends New
  ? Old extends readonly (infer OldItem)[]
    ? New extends readonly (infer NewItem)[]
      ? IsAll<Accepts<OldItem, NewItem>>
      : false
    : Old extends object
      ? // The server refuses a property that it does not know, so one that is gone breaks who still sends it.
        [keyof Old] extends [keyof New]
        ? IsAll<{ [K in keyof Old]-?: Accepts<NonNullable<Old[K]>, NonNullable<New[K & keyof New]>> }[keyof Old]>
        : false
      : true
  : false;
type IsAll<T> = [T] extends [true] ? true : false;

type Request<T> = {
  [K in keyof T as K extends 'parameters' | 'requestBody' ? K : never]: T[K];
};
type Answer<T> = T extends { responses: { 200: { content: infer Content } } } ? Content : null;

type Broken<Old, New, Name extends keyof Old & keyof New> = [
  IsAll<Accepts<Request<Old[Name]>, Request<New[Name]>>>,
  Answer<New[Name]> extends Answer<Old[Name]> ? true : false,
] extends [true, true]
  ? never
  : Name;

/** Names of operations whose callers `New` would break; `never` if there are none. */
export type Breaks<Old, New> =
  | Exclude<keyof Old, keyof New>
  | { [Name in keyof Old & keyof New]: Broken<Old, New, Name> }[keyof Old & keyof New];
