/** What contracts and pure functions of other modules may use of integrations. Imports no store. */
export { updateIntegrationCredentials } from './credential-contract.ts';
export { BundleDefinition, IntegrationDefinition } from './definition-contract.ts';
export { integrationLimits } from './limits.ts';
export { IntegrationLog } from './log-contract.ts';
export { updateIntegrationState } from './state-contract.ts';
