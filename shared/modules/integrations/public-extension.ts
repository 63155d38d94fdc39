/** What the extensions of a team may use of integrations. */
export type { CheckInput, CheckResult, HealthCheck } from './check.ts';
export type { BundleDefinition, IntegrationDefinition } from './definition-contract.ts';
