import { deleteHandler } from '../../shared/kernel/resources/handlers.ts';
import { ruleSets } from '../../shared/modules/rules/sets/rule-sets.ts';

export const handler = deleteHandler(ruleSets);
