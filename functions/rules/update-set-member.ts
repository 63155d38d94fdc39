import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { updateSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(updateSetMember, sets.updateSetMember);
