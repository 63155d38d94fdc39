/** What contracts and pure decisions of other modules may use of integrations: data alone, without a store. */
export { updateIntegrationCredentials, updateIntegrationState } from './contract.ts';
export { BundleDefinition, IntegrationDefinition } from './definition-contract.ts';
export { integrationLimits } from './limits.ts';
export { IntegrationLog } from './log-contract.ts';
