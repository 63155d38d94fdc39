/** What samples need outside the platform, by the local runtime's emulators. */
import type { SampleSurroundings } from '../../shared/samples/sample.ts';

/** Part of the access file, and where the runtime is controlled. */
export interface LocalServices {
  stripe: Record<'apiBase' | 'secretKey' | 'publishableKey' | 'webhookSecret', string>;
  aws: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    buckets: Record<string, string>;
  };
  controlUrl: string;
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string | URLSearchParams,
): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok)
    throw new Error(`POST ${url} was refused with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

export function localSurroundings({ stripe, aws, controlUrl }: LocalServices): SampleSurroundings {
  const { apiBase, secretKey, publishableKey, webhookSecret } = stripe;
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = aws;
  const atStripe = (paymentIntent: string, action: string, form: Record<string, string> = {}) =>
    post(
      `${apiBase}/v1/payment_intents/${paymentIntent}/${action}`,
      { authorization: `Bearer ${secretKey}` },
      new URLSearchParams(form),
    );
  return {
    stripe: {
      ...{ secretKey, publishableKey, webhookSecret },
      silence: (intent) => post(`${controlUrl}/stripe`, {}, JSON.stringify({ intent, drop: true })),
      confirm: (intent) => atStripe(intent, 'confirm', { payment_method: 'pm_card_visa' }),
      cancel: (intent) => atStripe(intent, 'cancel'),
    },
    syncBucket: { bucket: buckets.sync ?? '', endpoint, region, accessKeyId, secretAccessKey },
  };
}
