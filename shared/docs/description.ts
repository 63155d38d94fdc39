/** The committed OpenAPI document. Building it from the schemas would cost every cold start dearly. */
import committed from '../openapi/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '../openapi/types.ts';

// Through unknown: TypeScript reads every text of a JSON file as `string`.
export const description = committed as unknown as OpenApiDocument;
