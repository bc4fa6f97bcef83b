import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { acceptFile as acceptScanned, type Upload, uploadRules } from './files.ts';

const acceptFile = (upload: Upload) => acceptScanned(upload, async () => ({ isClean: true }));
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2456d6' } });
const jpg = await picture(8, 4).jpeg().toBuffer();
const png = await picture(8, 4).png().toBuffer();
const webp = await picture(8, 4).webp().toBuffer();
const vast = await picture(8000, 8000).png().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
const upload = (fileName: string, bytes: Buffer) => ({ field: '/body/attachments/0', fileName, bytes });
const scripted = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\n%%EOF',
);
const pdf = Buffer.from('%PDF-1.7\n%%EOF');

describe('a file (control 21)', () => {
  test.each([
    ['photo.jpg', jpg, 'JPG'],
    ['photo.JPEG', jpg, 'JPG'],
    ['screen.png', png, 'PNG'],
    ['statement.pdf', pdf, 'PDF'],
  ] as const)('%s is accepted, and its content determines the type', async (name, bytes, type) => {
    expect((await acceptFile(upload(name, bytes))).type).toBe(type);
  });

  test.each([
    ['an empty one', 'a.png', Buffer.alloc(0), 'empty'],
    ['one above the size', 'a.pdf', Buffer.concat([pdf, Buffer.alloc(uploadRules.maxBytesEach)]), 'too-large'],
    ['a page', 'a.html', Buffer.from('<!doctype html><script>1</script>'), 'type-not-accepted'],
    ['a page that calls itself a picture', 'a.png', Buffer.from('<script>1</script>'), 'type-not-accepted'],
    ['a drawing', 'a.svg', svg, 'type-not-accepted'],
    ['a picture in another format', 'a.webp', webp, 'type-not-accepted'],
    ['a picture that calls itself a program', 'a.jpg.exe', jpg, 'type-and-name-differ'],
    ['a picture that calls itself a document', 'a.pdf', jpg, 'type-and-name-differ'],
    ['half of a picture', 'a.jpg', jpg.subarray(0, jpg.length / 2), 'unreadable'],
    ['a beginning without a picture', 'a.png', Buffer.from('89504e470d0a1a0a00', 'hex'), 'unreadable'],
    ['a small file of very many pixels', 'a.png', vast, 'too-many-pixels'],
    ['a document with a script', 'a.pdf', scripted, 'active-content'],
  ])('%s is rejected with its field and the reason', async (_, name, bytes, reasonCode) => {
    await expect(acceptFile(upload(name, bytes))).rejects.toMatchObject({
      errorName: 'FILE_NOT_ACCEPTED',
      details: { field: '/body/attachments/0', reasonCode },
    });
  });

  test('is rejected if the scanner reports malware, for every file type', async () => {
    const scan = async () => ({ isClean: false, signature: 'Eicar-Test-Signature' }) as const;
    for (const each of [upload('a.png', png), upload('a.pdf', pdf)])
      await expect(acceptScanned(each, scan)).rejects.toMatchObject({ details: { reasonCode: 'malware' } });
  });

  test('is stored upright and without metadata about place and camera', async () => {
    const taken = await picture(8, 4)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Model: 'Camera 7' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(taken.includes('Camera 7')).toBe(true);
    const { bytes } = await acceptFile(upload('photo.jpg', taken));
    const { width, height, exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, xmp, iptc, orientation }).toEqual({ width: 4, height: 8 });
    expect(bytes.includes('Camera 7')).toBe(false);
  });

  test('is stored without data that follows the picture', async () => {
    const both = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    const { bytes } = await acceptFile(upload('a.png', both));
    expect(bytes.includes('script')).toBe(false);
  });

  test('with arbitrary bytes is accepted or rejected, and causes no other error', async () => {
    const beginnings = [
      Buffer.alloc(0),
      jpg.subarray(0, 3),
      jpg.subarray(0, 200),
      Buffer.from('89504e470d0a1a0a', 'hex'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('a.jpg', 'a.png', 'a'),
        async (beginning, rest, name) => {
          const outcome = await acceptFile(upload(name, Buffer.concat([beginning, rest]))).then(
            ({ type }) => type,
            (error: { errorName?: string }) => error.errorName,
          );
          expect(['JPG', 'PNG', 'FILE_NOT_ACCEPTED']).toContain(outcome);
        },
      ),
      { numRuns: 200 },
    );
  });
});
