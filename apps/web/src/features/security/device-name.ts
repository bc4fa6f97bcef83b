/** Browser and system of a sign-in as the server names them: `Chrome on Linux`, or one of the two. */
export function partsOfDevice(device: string): { browser: string; system: string } | undefined {
  const at = device.lastIndexOf(' on ');
  return at <= 0 ? undefined : { browser: device.slice(0, at), system: device.slice(at + 4) };
}
