/** Device names by user agent. iPads identify as Macs. */
const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Mac/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];

/** Default name of a new passkey: its device, with a number if another passkey has that name. */
export function defaultPasskeyName(userAgent: string, taken: readonly string[]): string {
  const device = devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
  let name = device;
  for (let count = 2; taken.includes(name); count += 1) name = `${device} ${count}`;
  return name;
}
