import { styled } from 'styled-components';
import { encode } from 'uqr';

/** Dark on light whatever the theme: not every scanner reads it the other way round. */
const Image = styled.svg`
  width: min(220px, 100%);
  height: auto;
  border-radius: 8px;
  background: #fff;
  fill: #000;
`;

/** A QR code (ISO/IEC 18004). */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Image role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} />
    </Image>
  );
}
