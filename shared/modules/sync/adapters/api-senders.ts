/** The senders of adapters, evaluated when an API is called. */
import { createSender } from '../../../kernel/outbound/send.ts';
import { allowsPrivateWebhooks } from '../../../kernel/outbound/url.ts';

export const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
/** For addresses that the deployment names itself. */
export const { send: sendTrusted } = createSender({ allowPrivate: true });
