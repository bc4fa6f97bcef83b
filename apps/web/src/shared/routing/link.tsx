import { createLink } from '@tanstack/react-router';
import type { RoutePath } from './route-table.ts';
import type { SearchOf } from './search.ts';
import { ButtonLink as KitButtonLink } from '@wusd/ui-kit/Button';
import { NavMenuLink as KitNavMenuLink } from '@wusd/ui-kit/NavMenu';
import { TextLink as KitTextLink } from '@wusd/ui-kit/TextLink';

/** The kit's links, connected to the router. */
export const ButtonLink = createLink(KitButtonLink);
export const TextLink = createLink(KitTextLink);
export const MenuLink = createLink(KitNavMenuLink);

/** A page of this app with its search parameters. */
export type LinkTarget = { [To in RoutePath]: { to: To; search?: SearchOf<To> } }[RoutePath];
