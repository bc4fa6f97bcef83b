import { expect, test } from 'vitest';
import { complaintOf } from './attachments.ts';

const rules = { types: ['JPG', 'PNG', 'PDF'], maxBytesEach: 100 };
const file = (name: string, size: number) => new File(['x'.repeat(size)], name);

test.each([
  ['photo.jpg', 100, undefined],
  ['photo.JPEG', 1, undefined],
  ['scan.final.PDF', 1, undefined],
  ['photo.jpg', 101, 'feedback.files.size'],
  ['photo.jpg', 0, 'feedback.files.size'],
  ['video.mp4', 1, 'feedback.files.type'],
  ['jpg', 1, 'feedback.files.type'],
])('a file named %s of %i bytes has the error %s', (name, size, complaint) => {
  expect(complaintOf(file(name, size), rules)).toBe(complaint);
});
