export {
  NavMenu,
  NavMenuButton,
  type NavMenuButtonProps,
  NavMenuLink,
  type NavMenuLinkProps,
  type NavMenuProps,
} from './NavMenu.js';
export { useDisclosure } from './use-disclosure.js';
