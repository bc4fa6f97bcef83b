import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface NetworkIconProps {
  /** Name of the network, e.g. `Polygon`. Decoration beside the name in text. */
  network: string;
  /** Pixels. @default 32 */
  size?: number | undefined;
}

/** Drawn on a grid of 32 with strokes of 1.5, like everything else here: shapes that call a network's mark to mind, and are not it. */
const shapes: Record<string, string> = {
  Ethereum: 'M16 6l6.500 10.500L16 20.500l-6.500-4zM9.500 19l6.500 7.500L22.500 19L16 23z',
  Polygon:
    'M12 9l4.500 2.600v5.200L12 19.400l-4.500-2.600v-5.200zM20 13.200l4.500 2.600V21L20 23.600L15.500 21v-1.500M16.500 14.800l3.500-1.600',
  Viction: 'M8 9l8 15l8-15M13 9l3 6l3-6',
  'Arbitrum One': 'M16 6l8.500 5v10L16 26l-8.500-5V11zM11 21.500l5-11l5 11M13.500 18.500h5',
  Base: 'M16 7a9 9 0 1 1-8.900 10.500h11v-3h-11A9 9 0 0 1 16 7z',
  'BNB Chain':
    'M16 6.500l4 4l-4 4l-4-4zM16 17.500l4 4l-4 4l-4-4zM9 12.500l3.500 3.500L9 19.500L5.500 16zM23 12.500l3.500 3.500l-3.500 3.500l-3.500-3.500z',
  Avalanche: 'M16 7l4 7l-6.500 11H6zM21.500 17.500L26 25h-8.500z',
  Tron: 'M7 8l15 3l3.500 4L15 26zM7 8l9 8.500L25.500 15M16 16.500L15 26',
  Solana: 'M10 9h14l-3 4H7zM7 14.500h14l3 4H10zM10 20h14l-3 4H7z',
  Stellar: 'M7 20.500L26 11M6 17L25 7.500M8.500 14.500a8 8 0 0 1 11.500-5.500M23.500 17.500A8 8 0 0 1 12 23',
};

const Disc = styled.svg`
  flex: none;
  stroke: ${vars.fg};

  circle {
    fill: ${vars.sunken};
    stroke: ${vars.border};
  }
  text {
    fill: ${vars.fg};
    stroke: none;
    font-family: ${vars.fontSans};
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
  }
`;

/** A disc with a shape of the network's own, told apart without colour. One that has no shape yet shows its first letter. */
export function NetworkIcon({ network, size = 32 }: NetworkIconProps) {
  const shape = shapes[network];
  return (
    <Disc
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="1.500"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
      focusable="false"
    >
      <circle cx="16" cy="16" r="15.500" strokeWidth="1" />
      {shape === undefined ? (
        <text x="16" y="20.700">
          {network.slice(0, 1)}
        </text>
      ) : (
        <path d={shape} />
      )}
    </Disc>
  );
}
