/**
 * The committed OpenAPI document, bundled compressed at a tenth of its size. Building it from the schemas
 * would slow every cold start.
 */

import { gunzipSync } from 'node:zlib';
import { parseJson } from '../../kernel/http/json.ts';
import committed from './openapi/openapi.json?gzip';
import type { OpenApiDocument } from './openapi/types.ts';

export const description: OpenApiDocument = parseJson(gunzipSync(committed).toString('utf8'));
