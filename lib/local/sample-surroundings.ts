/** The outside services that samples need, provided by the local runtime's emulators. */
import type { SampleSurroundings } from '../../shared/kernel/samples/sample.ts';

/** The part of the access file about services, and the URL of the control server. */
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
  if (!response.ok) throw new Error(`POST ${url} failed with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Reads an object of the Stripe emulator by its path below `/v1`. */
async function readStripe<Body>(
  { apiBase, secretKey }: LocalServices['stripe'],
  path: string,
): Promise<Body> {
  const response = await fetch(`${apiBase}/v1/${path}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  if (!response.ok) throw new Error(`GET ${path} failed with ${response.status}.`);
  return response.json() as Promise<Body>;
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
  const silence = (about: string) =>
    post(`${controlUrl}/stripe`, {}, JSON.stringify({ intent: about, drop: true }));
  const saveCard = async (setup: string): Promise<string> => {
    const page = await readStripe<{ customer: string; url: string }>(stripe, `checkout/sessions/${setup}`);
    await silence(page.customer);
    const form = new URLSearchParams({ card: 'pm_card_visa' });
    const paid = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' });
    if (paid.status !== 303) throw new Error(`The card was declined with ${paid.status}.`);
    const methods = `customers/${page.customer}/payment_methods`;
    const { data } = await readStripe<{ data: { id: string }[] }>(stripe, methods);
    return data[0]?.id ?? '';
  };
  return {
    stripe: {
      ...{ secretKey, publishableKey, webhookSecret },
      silence,
      saveCard,
      confirm: (intent) => atStripe(intent, 'confirm', { payment_method: 'pm_card_visa' }),
      cancel: (intent) => atStripe(intent, 'cancel'),
    },
    syncBucket: { bucket: buckets.sync ?? '', endpoint, region, accessKeyId, secretAccessKey },
  };
}
