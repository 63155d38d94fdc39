import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { uiTexts } from '../texts/ui.ts';

/** Formats a value as JSON with line breaks; text that is JSON is parsed first. */
export function readableJson(value: unknown): string {
  try {
    return toJson(typeof value === 'string' ? parseJson(value) : value, 2) ?? '';
  } catch {
    // Other values are JSON, with too many levels for the browser.
    return typeof value === 'string' ? value : uiTexts.tooDeep;
  }
}
