import { publishRecords } from '../../shared/modules/events/stream/publish-stream.ts';

export const handler = publishRecords;
