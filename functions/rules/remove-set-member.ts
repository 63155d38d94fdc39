import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { removeSetMember } from '../../shared/modules/rules/sets/set-member-contract.ts';
import * as sets from '../../shared/modules/rules/sets/set-service.ts';

export const handler = endpoint(removeSetMember, sets.removeSetMember);
