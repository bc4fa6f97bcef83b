import { defineCommand, type OperatorCommand } from '../command.ts';
import { heldRoutes, holdPayouts, listPayoutHolds, releasePayouts } from '../payout-holds.ts';

const group = 'Payouts on hold:';
const route = { description: 'Network or bank, or all of them', choices: heldRoutes };

export const payoutHoldCommands: readonly OperatorCommand[] = [
  defineCommand({
    name: 'hold-payouts',
    group,
    summary: 'Hold payouts over a network or through a bank, or all of them, until they are released.',
    example: 'hold-payouts base --why "Suspected breach"',
    arguments: { route },
    options: { why: { value: 'text', isRequired: true, description: 'Explanation for the audit log' } },
    execute: (services, { route: given, why, operator }) => holdPayouts(services, given, why, operator),
  }),
  defineCommand({
    name: 'release-payouts',
    group,
    summary: 'Release payouts that are held.',
    example: 'release-payouts base',
    arguments: { route },
    execute: (services, { route: given, operator }) => releasePayouts(services, given, operator),
  }),
  defineCommand({
    name: 'payout-holds',
    group,
    summary: 'List the networks and banks whose payouts are held, since when, by whom and why.',
    example: 'payout-holds',
    isChange: false,
    execute: (services) => listPayoutHolds(services),
  }),
];
