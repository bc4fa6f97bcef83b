import type { Page } from '@playwright/test';
import encodeQr from 'qr';

/**
 * Simulates a camera that shows QR codes in turn, one second each, repeatedly. The project's browser has no camera and
 * can't play video files, so the stream comes from a canvas.
 *
 * @returns a function that tells whether the page has stopped the camera
 */
export async function holdBeforeCamera(page: Page, codes: string[]): Promise<() => Promise<boolean>> {
  await page.addInitScript(
    (pictures) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 360;
      const context = canvas.getContext('2d');
      let shown = 0;
      const draw = (): void => {
        if (!context) return;
        const cells = pictures[shown++ % pictures.length] ?? [];
        const scale = Math.floor(canvas.width / cells.length);
        context.fillStyle = 'white';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = 'black';
        for (const [y, row] of cells.entries())
          for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
      };
      navigator.mediaDevices.getUserMedia = async () => {
        draw();
        setInterval(draw, 1000);
        const stream = canvas.captureStream(10);
        Object.assign(globalThis, { cameraTracks: stream.getTracks() });
        return stream;
      };
    },
    codes.map((code) => encodeQr(code, 'raw', { border: 4 })),
  );
  return () =>
    page.evaluate(() =>
      (globalThis as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.every(
        ({ readyState }) => readyState === 'ended',
      ),
    );
}
