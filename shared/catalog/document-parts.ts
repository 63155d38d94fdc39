/** What the modules declare for the OpenAPI document besides their endpoints. */
import { errors } from './errors.ts';
import { handWrittenSchemas } from './schemas.ts';
import { sections } from './sections.ts';

export const documentParts = { sections, errors, schemas: handWrittenSchemas };
