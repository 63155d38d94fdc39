/** Receivers of deliveries and mails. */
import { inject, onTestFinished } from 'vitest';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { holdTest } from './held.ts';
import { aName } from './stage.ts';

/** Whether the stage sends to this address: by default, a deployment refuses those of private networks. */
async function accepts({ api }: TestCaller, url: string): Promise<boolean> {
  const body = { name: aName('webhook'), url, subscribedEvents: ['conform.never.sent'] };
  const { status, body: webhook } = await api.post<{ id: string }>('/api/webhooks', { body });
  if (status !== 201) return false;
  await api.delete(`/api/webhooks/${webhook.id}`);
  return true;
}

let accepted: Promise<boolean> | undefined;

/** A receiver until the test ends. Skips the test where the stage cannot reach this machine. */
export async function aReceiver(caller: TestCaller): Promise<Sink> {
  const sink = await startSink(inject('stage').receiver.url);
  onTestFinished(() => sink.stop());
  accepted ??= accepts(caller, `${sink.url}/`);
  if (await accepted) return sink;
  return holdTest('needs --receiver');
}

/** The address of the control server, with the mails and the meter. Skips the test on AWS. */
export function localControl(): string {
  const url = inject('controlUrl');
  return url === '' ? holdTest('needs the control server of a local runtime') : url;
}
