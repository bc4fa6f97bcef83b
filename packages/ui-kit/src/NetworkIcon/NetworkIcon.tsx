import { styled } from 'styled-components';
import { vars } from '../tokens.js';

export interface NetworkIconProps {
  /** Name of the network, e.g. `Polygon`. The icon is decorative; show the name as text beside it. */
  network: string;
  /** Pixels. @default 32 */
  size?: number | undefined;
}

interface Mark {
  path: string;
  /** Brand colour of the network. */
  fill: string;
  /** Colour of the strokes, if white has too little contrast (WCAG 2.2, 1.4.11). @default white */
  stroke?: string;
}

const ink = '#14181f';

/** Shapes on a grid of 32 with strokes of 1.75. They resemble the networks' logos but do not copy them. */
const marks: Record<string, Mark> = {
  Ethereum: { path: 'M16 6l6.500 10.500L16 20.500l-6.500-4zM9.500 19l6.500 7.500L22.500 19L16 23z', fill: '#5a6fd8' },
  Polygon: {
    path: 'M12 9l4.500 2.600v5.200L12 19.400l-4.500-2.600v-5.200zM20 13.200l4.500 2.600V21L20 23.600L15.500 21v-1.500M16.500 14.800l3.500-1.600',
    fill: '#7b3fe4',
  },
  Viction: { path: 'M8 9l8 15l8-15M13 9l3 6l3-6', fill: '#2f6f5e' },
  'Arbitrum One': { path: 'M16 6l8.500 5v10L16 26l-8.500-5V11zM11 21.500l5-11l5 11M13.500 18.500h5', fill: '#1f3a5f' },
  Base: { path: 'M16 7a9 9 0 1 1-8.900 10.500h11v-3h-11A9 9 0 0 1 16 7z', fill: '#0052ff' },
  'BNB Chain': {
    path: 'M16 6.500l4 4l-4 4l-4-4zM16 17.500l4 4l-4 4l-4-4zM9 12.500l3.500 3.500L9 19.500L5.500 16zM23 12.500l3.500 3.500l-3.500 3.500l-3.500-3.500z',
    fill: '#f0b90b',
    stroke: ink,
  },
  Avalanche: { path: 'M16 7l4 7l-6.500 11H6zM21.500 17.500L26 25h-8.500z', fill: '#d6303f' },
  Tron: { path: 'M7 8l15 3l3.500 4L15 26zM7 8l9 8.500L25.500 15M16 16.500L15 26', fill: '#c8102e' },
  Solana: { path: 'M10 9h14l-3 4H7zM7 14.500h14l3 4H10zM10 20h14l-3 4H7z', fill: '#14f195', stroke: ink },
  Stellar: {
    path: 'M7 20.500L26 11M6 17L25 7.500M8.500 14.500a8 8 0 0 1 11.500-5.500M23.500 17.500A8 8 0 0 1 12 23',
    fill: '#14181f',
  },
};

const Disc = styled.svg`
  flex: none;

  text {
    fill: ${vars.fg};
    font-family: ${vars.fontSans};
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
  }
  [data-unknown] {
    fill: ${vars.sunken};
    stroke: ${vars.border};
  }
`;

/**
 * A disc in the network's colour. Shapes distinguish networks without colour. An unknown network shows its first
 * letter.
 */
export function NetworkIcon({ network, size = 32 }: NetworkIconProps) {
  const mark = marks[network];
  return (
    <Disc width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      {mark === undefined ? (
        <>
          <circle data-unknown="" cx="16" cy="16" r="15.500" />
          <text x="16" y="20.700">
            {network.slice(0, 1)}
          </text>
        </>
      ) : (
        <>
          {/* The edge separates a dark disc from a dark page. */}
          <circle cx="16" cy="16" r="15.500" fill={mark.fill} stroke={mark.stroke ?? '#ffffff'} strokeOpacity="0.25" />
          <path
            d={mark.path}
            stroke={mark.stroke ?? '#ffffff'}
            strokeWidth="1.750"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </>
      )}
    </Disc>
  );
}
