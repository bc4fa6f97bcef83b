/** Returns a method of a port by its name, for doubles that wrap every method. */
export function methodOf(port: object, name: string): (...given: unknown[]) => unknown {
  const method: unknown = Reflect.get(port, name);
  if (typeof method !== 'function') throw new TypeError(`The port has no method ${name}`);
  return (...given): unknown => Reflect.apply(method, port, given);
}
