/** The directory's endpoints: tenants, organizations, and the switcher that browsers choose from. */
export * from './organization-contract.ts';
export * from './switcher-contract.ts';
export * from './tenant-contract.ts';
