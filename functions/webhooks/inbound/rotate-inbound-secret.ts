import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { rotateInboundSecret } from '../../../shared/modules/webhooks/inbound/contract.ts';
import * as secrets from '../../../shared/modules/webhooks/inbound/secret-service.ts';

export const handler = endpoint(rotateInboundSecret, secrets.rotateInboundSecret);
