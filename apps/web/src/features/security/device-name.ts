/** Splits the server's device name, e.g. `Chrome on Linux`. Undefined if it does not have both parts. */
export function partsOfDevice(device: string): { browser: string; system: string } | undefined {
  const at = device.lastIndexOf(' on ');
  return at <= 0 ? undefined : { browser: device.slice(0, at), system: device.slice(at + 4) };
}
