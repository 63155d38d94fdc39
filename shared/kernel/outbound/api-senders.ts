/** The senders of API calls, evaluated when an API is called. */
import { createSender } from './send.ts';
import { allowsPrivateWebhooks } from './url.ts';

export const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
/** For addresses that the deployment names itself. */
export const { send: sendTrusted } = createSender({ allowPrivate: true });
