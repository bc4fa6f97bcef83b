import decodeQr from 'qr/decode.js';

/** Finer than this no code that is held before a camera needs, and each look costs by the pixel. */
const widest = 640;
/** Milliseconds: no hand holds a code still for less, and a look at every frame would leave a phone time for nothing else. */
const betweenLooks = 100;

/**
 * Shows the camera's picture, the one at the back where there are two, and tells what each code before it holds, until it is
 * stopped. The pictures leave the page in no way.
 *
 * @throws DOMException `NotAllowedError`, `NotFoundError` and others of `getUserMedia`
 */
export async function* readCodes(video: HTMLVideoElement, signal: AbortSignal): AsyncGenerator<string> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    while (!signal.aborted) {
      // Each time anew: a phone that is turned turns its picture.
      const scale = Math.min(1, widest / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = decode(context.getImageData(0, 0, canvas.width, canvas.height));
      if (text !== undefined) yield text;
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      await new Promise((resolve) => setTimeout(resolve, betweenLooks));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

function decode(image: ImageData): string | undefined {
  try {
    return decodeQr(image);
  } catch {
    // Most pictures hold no code.
    return undefined;
  }
}
