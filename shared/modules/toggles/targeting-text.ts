/** How targeting is stored: as JSON text, because documents of DynamoDB nest at most 32 levels deep. */
import { toJson } from '../../kernel/http/json.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { Targeting } from './evaluation/rule.ts';

/** The attribute of an item; none for no targeting. */
export const targetingText = (targeting: Targeting | undefined): { targeting?: string } =>
  targeting === undefined ? {} : { targeting: toJson(targeting) };

/** The field of a row. */
export const toTargeting = ({ targeting }: Item): { targeting?: Targeting } =>
  targeting === undefined ? {} : { targeting: JSON.parse(String(targeting)) };
