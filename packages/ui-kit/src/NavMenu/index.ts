export { NavMenu, NavMenuItem, type NavMenuProps } from './NavMenu.js';
