export { seedDemoCustomers } from './demo.ts';
export { sandboxHandlers } from './handlers.ts';
export { createSimulators } from './simulators.ts';
