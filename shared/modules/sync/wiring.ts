/** What the engine works with in the functions of a deployment. */
import { findAdapter } from './adapters.ts';
import { findMapping } from './mappings/mapping-store.ts';
import type { EngineParts } from './parts.ts';
import { sendBatch } from './runs/messages.ts';

export const engineParts: EngineParts = { findAdapter, findMapping, send: sendBatch };
