import encodeQr from 'qr';
import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface QrCodeProps {
  /** What is read from it, up to 2,953 bytes. */
  value: string;
  /** What it is, for who can't see it: the value itself stands elsewhere as text. */
  label: string;
  /** Pixels, its quiet zone included. @default 176 */
  size?: number;
}

/* Dark on light in either theme: many readers know no other. */
const Root = styled.svg`
  border-radius: ${vars.radiusControl};
  background: #fff;
  color: #000;
  forced-color-adjust: none;
`;

/** A QR code (ISO/IEC 18004) of error correction level M, four modules of quiet zone around it. */
export function QrCode({ value, label, size = 176 }: QrCodeProps) {
  const modules = encodeQr(value, 'raw', { ecc: 'medium', border: 4 });
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <Root role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules.length} ${modules.length}`}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </Root>
  );
}
