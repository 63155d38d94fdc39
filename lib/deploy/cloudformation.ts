/** The one question that a deployment asks CloudFormation itself: which template is deployed? */
import { signedHeaders } from '../../shared/aws/signature.ts';
import type { Template } from './templates.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface CloudFormationOptions {
  region: string;
  credentials: Credentials;
  fetch?: typeof fetch;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The text of the first element of that name; undefined when there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, named) => {
    if (hex ?? decimal) return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10));
    return entities[named] ?? whole;
  });
}

/** The deployed template of a stack; undefined when there is no such stack, or nothing in it. Throws when that cannot be found out. */
export async function deployedTemplate(
  stackName: string,
  options: CloudFormationOptions,
): Promise<Template | undefined> {
  const { region, credentials, fetch: send = fetch } = options;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const host = `cloudformation.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
  const body = new URLSearchParams({
    Action: 'GetTemplate',
    Version: '2010-05-15',
    StackName: stackName,
    TemplateStage: 'Processed',
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  const request = { method: 'POST', service: 'cloudformation', host, path: '/', headers, body } as const;
  const access = { accessKeyId, secretAccessKey, region, ...(sessionToken && { sessionToken }) };
  const answer = await send(`https://${host}/`, {
    method: 'POST',
    headers: signedHeaders(request, access, Date.now()),
    body,
  });
  const xml = await answer.text();
  if (answer.ok) {
    const body = elementText(xml, 'TemplateBody') ?? '';
    // A stack that was named but never made (REVIEW_IN_PROGRESS) has an empty one.
    return body === '' ? undefined : (JSON.parse(body) as Template);
  }
  const message = elementText(xml, 'Message') ?? xml;
  if (elementText(xml, 'Code') === 'ValidationError' && /does not exist/.test(message)) return undefined;
  throw new Error(`CloudFormation does not tell what is deployed as ${stackName}: ${message}`);
}
