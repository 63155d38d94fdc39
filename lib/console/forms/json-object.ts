import { parseJson } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';

/** Parses a JSON object; null for an empty text, undefined for other texts. */
export function parseJsonObject(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
