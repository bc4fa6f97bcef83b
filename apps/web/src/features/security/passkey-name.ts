/** What a browser says of itself, and the name of such a device. iPads call themselves Macs. */
const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Mac/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/** A name for a new passkey: its device, numbered where another passkey has that name. */
export function defaultPasskeyName(userAgent: string, taken: readonly string[]): string {
  const device = devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
  let name = device;
  for (let count = 2; taken.includes(name); count += 1) name = `${device} ${count}`;
  return name;
}
