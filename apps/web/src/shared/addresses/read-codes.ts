import decodeQr from 'qr/decode.js';

/**
 * Maximum width of a frame in pixels. More resolution is not needed for a QR code, and decoding costs time per pixel.
 */
const widest = 640;
/** Milliseconds between two frames. Decoding every frame would block a phone, and a code stays in view for longer. */
const betweenLooks = 100;

/**
 * Shows the camera's video, preferably of the rear camera, and yields the text of each QR code until aborted. The
 * images never leave the page.
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
      // Recompute the size for each frame: rotating the phone rotates the video.
      const scale = Math.min(1, widest / video.videoWidth);
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = decode(context.getImageData(0, 0, canvas.width, canvas.height));
      if (text !== undefined) yield text;
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
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
    // Most frames contain no code.
    return undefined;
  }
}
