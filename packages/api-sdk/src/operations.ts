/** Types of the contract itself, as openapi-typescript prints them: for who builds on it without the client. */
export type { components, operations, paths } from './generated/schema.js';
