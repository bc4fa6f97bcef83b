import { paths } from './paths.js';

export type IconName = keyof typeof paths;

export interface IconProps {
  name: IconName;
  /** Pixels. @default 24 */
  size?: number | undefined;
  /** Accessible name. Without it the icon is decorative, beside a text label. */
  label?: string | undefined;
}

/** An icon in the colour of the surrounding text. */
export function Icon({ name, size = 24, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
