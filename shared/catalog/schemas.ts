/** Schemas of modules that zod cannot express, by the name under which the document refers to them. */
import type { JsonSchema } from '../kernel/contracts/json-schema.ts';
import { ruleSchemas } from '../modules/rules/schemas.ts';

export const handWrittenSchemas: Readonly<Record<string, JsonSchema>> = { ...ruleSchemas };
