/**
 * The committed OpenAPI document, carried compressed: it is ten times smaller so. Building it from the schemas
 * would cost every cold start dearly.
 */
import { gunzipSync } from 'node:zlib';
import committed from './openapi/openapi.json?gzip';
import type { OpenApiDocument } from './openapi/types.ts';

export const description: OpenApiDocument = JSON.parse(gunzipSync(committed).toString('utf8'));
