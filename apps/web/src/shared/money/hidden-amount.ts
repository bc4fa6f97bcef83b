/** In place of an amount that the customer has hidden: as long for every amount. */
export const hiddenAmount = '••••';
