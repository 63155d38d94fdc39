import { sample } from '../../kernel/samples/sample.ts';
import { listAuditActions } from './contract.ts';

export const auditSamples = [sample(listAuditActions)];
