import { publishRecords } from '../../shared/events/publish-stream.ts';

export const handler = publishRecords;
