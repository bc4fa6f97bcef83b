import { paths } from './paths.js';

export type IconName = keyof typeof paths;

export interface IconProps {
  name: IconName;
  /** Pixels. @default 24 */
  size?: number | undefined;
  /** Said to assistive technology; without it the icon is decoration beside its word. */
  label?: string | undefined;
}

/** An icon in the colour of the text around it. */
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
