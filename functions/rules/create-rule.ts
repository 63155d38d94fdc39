import { creation } from '../../shared/kernel/http/creation.ts';
import { createRule } from '../../shared/modules/rules/authoring/rule-contract.ts';
import * as rules from '../../shared/modules/rules/authoring/rule-service.ts';

export const handler = creation(createRule, rules.createRule, rules.replayRule);
