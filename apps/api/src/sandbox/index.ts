import type { SandboxModule } from '../composition/sandbox-module.ts';
import { seedDemoCustomers } from './demo.ts';
import { sandboxHandlers } from './handlers.ts';
import { createSimulators } from './simulators.ts';

export const sandbox: SandboxModule = { createSimulators, sandboxHandlers, seedDemoCustomers };
