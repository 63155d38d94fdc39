/** What the engine works with in the functions of a deployment. */
import { findAdapter } from './adapters.ts';
import { findMapping } from './mapping-store.ts';
import { sendBatch } from './messages.ts';
import type { EngineParts } from './parts.ts';

export const engineParts: EngineParts = { findAdapter, findMapping, send: sendBatch };
