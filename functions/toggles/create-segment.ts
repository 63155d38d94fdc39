import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { createSegment } from '../../shared/modules/toggles/segment-contract.ts';
import * as segments from '../../shared/modules/toggles/segment-service.ts';

export const handler = creation(createSegment, segments.createSegment, replayId);
