/** Schemas of modules that zod cannot express, by the name under which the document refers to them. */
import type { JsonSchema } from '../kernel/contracts/json-schema.ts';
import { manifests } from './manifests.ts';

export const handWrittenSchemas: Readonly<Record<string, JsonSchema>> = Object.assign(
  {},
  ...manifests.map(({ schemas }) => schemas),
);
