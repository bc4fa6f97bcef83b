import encodeQr from 'qr';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface QrCodeProps {
  /** Encoded text, up to 2,953 bytes. */
  value: string;
  /** Accessible name of the image. Show the value itself as text elsewhere. */
  label: string;
  /** Size in pixels, including the quiet zone. @default 176 */
  size?: number;
}

/* Dark on light in both themes, because many readers support nothing else. */
const Root = styled.svg`
  border-radius: ${vars.radiusControl};
  background: #fff;
  color: #000;
  forced-color-adjust: none;
`;

/** A QR code (ISO/IEC 18004) with error correction level M and a quiet zone of four modules. */
export function QrCode({ value, label, size = 176 }: QrCodeProps) {
  const modules = encodeQr(value, 'raw', { ecc: 'medium', border: 4 });
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <Root role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules.length} ${modules.length}`}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </Root>
  );
}
