/** The outside services that samples need, provided by the local runtime's emulators. */
import type { SampleSurroundings } from '../../shared/kernel/samples/sample.ts';

/** The part of the access file about services, and the URLs of the control server and the platform. */
export interface LocalServices {
  stripe: Record<'apiBase' | 'secretKey' | 'publishableKey' | 'webhookSecret', string>;
  aws: Record<'endpointUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string> & {
    buckets: Record<string, string>;
  };
  provider: Record<'issuer' | 'clientId' | 'clientSecret', string>;
  controlUrl: string;
  /** Address of the platform. */
  baseUrl: string;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} failed with ${response.status}: ${await response.text()}`);
  return response;
}

export function localSurroundings({
  stripe,
  aws,
  provider,
  controlUrl,
  baseUrl,
}: LocalServices): SampleSurroundings {
  const { apiBase, secretKey, publishableKey, webhookSecret } = stripe;
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, buckets } = aws;
  const headers = { authorization: `Bearer ${secretKey}` };

  /** Reads an object of the Stripe emulator by its path below `/v1`. */
  async function read<Body>(path: string): Promise<Body> {
    return (await send(`${apiBase}/v1/${path}`, { headers })).json() as Promise<Body>;
  }

  async function change(intent: string, action: string, form: Record<string, string> = {}): Promise<void> {
    const init = { method: 'POST', headers, body: new URLSearchParams(form) };
    await (await send(`${apiBase}/v1/payment_intents/${intent}/${action}`, init)).arrayBuffer();
  }

  async function silence(intent: string): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify({ intent, drop: true }) };
    await (await send(`${controlUrl}/stripe`, init)).arrayBuffer();
  }

  async function saveCard(setup: string): Promise<string> {
    const page = await read<{ customer: string; url: string }>(`checkout/sessions/${setup}`);
    await silence(page.customer);
    const form = new URLSearchParams({ card: 'pm_card_visa' });
    const paid = await fetch(page.url, { method: 'POST', body: form, redirect: 'manual' });
    if (paid.status !== 303) throw new Error(`The card was declined with ${paid.status}.`);
    const methods = await read<{ data: { id: string }[] }>(`customers/${page.customer}/payment_methods`);
    return methods.data[0]?.id ?? '';
  }

  async function sign(claims: Readonly<Record<string, unknown>>, type: string): Promise<string> {
    const init = { method: 'POST', body: JSON.stringify({ claims, type }) };
    const signed = (await (await send(`${controlUrl}/provider/sign`, init)).json()) as { token: string };
    return signed.token;
  }

  return {
    origin: new URL(baseUrl).origin,
    provider: { ...provider, sign },
    stripe: {
      ...{ secretKey, publishableKey, webhookSecret, silence, saveCard },
      confirm: (intent) => change(intent, 'confirm', { payment_method: 'pm_card_visa' }),
      cancel: (intent) => change(intent, 'cancel'),
    },
    syncBucket: { bucket: buckets.sync ?? '', endpoint, region, accessKeyId, secretAccessKey },
  };
}
