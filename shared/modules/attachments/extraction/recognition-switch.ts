/**
 * The integration `ocr_textract` as extraction sees it: an organization may switch recognition off. Without a stored
 * state it is on.
 */
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { integrationStateKey } from '../../integrations/public.ts';

export async function recognitionIsOn(place: RowScope): Promise<boolean> {
  const state = await getItem(integrationStateKey(place, 'ocr_textract'));
  return state?.isEnabled !== false;
}
