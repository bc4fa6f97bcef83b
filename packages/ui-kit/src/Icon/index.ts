export { Icon, type IconName, type IconProps } from './Icon.js';
export { paths as iconPaths } from './paths.js';
