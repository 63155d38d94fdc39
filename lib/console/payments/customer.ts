/** Whose payment methods they are: each provider has its own. */
export interface Customer {
  providerKey: string;
  customerReference: string;
}
