/**
 * Whether an organization has enabled text recognition, the integration `ocr_textract`. It is enabled by default.
 */
import type { RowScope } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { integrationStateKey } from '../../integrations/public.ts';

export async function recognitionIsOn(scope: RowScope): Promise<boolean> {
  const state = await getItem(integrationStateKey(scope, 'ocr_textract'));
  return state?.isEnabled !== false;
}
