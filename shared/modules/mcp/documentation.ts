/** The description of the API, as the catalog passes it. */
import type { DescribedOperation } from './schema-summary.ts';

export interface Documentation {
  /** The OpenAPI document. */
  openapi: object;
  sections: readonly { name: string; description: string }[];
  operations: readonly DescribedOperation[];
  /** The Markdown document. */
  markdown(): string;
}

export type LoadDocumentation = () => Promise<Documentation>;
