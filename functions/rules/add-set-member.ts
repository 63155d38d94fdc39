import { creation } from '../../shared/kernel/http/creation.ts';
import { addSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = creation(addSetMember, sets.addSetMember, sets.replaySetMember);
