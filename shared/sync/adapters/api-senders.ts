/** The senders of adapters: a part beside the functions' bundles, loaded when an API is called. */
import { createSender } from '../../webhooks/send.ts';
import { allowsPrivateWebhooks } from '../../webhooks/url.ts';

export const { send } = createSender({ allowPrivate: allowsPrivateWebhooks() });
/** For addresses that the deployment names itself. */
export const { send: sendTrusted } = createSender({ allowPrivate: true });
