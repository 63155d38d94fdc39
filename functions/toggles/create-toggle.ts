import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { createToggle } from '../../shared/modules/toggles/toggle-contract.ts';
import * as toggles from '../../shared/modules/toggles/toggle-service.ts';

export const handler = creation(createToggle, toggles.createToggle, replayId);
