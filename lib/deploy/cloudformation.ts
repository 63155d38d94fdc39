/** The one question that a deployment asks CloudFormation itself: which template is deployed? */
import { createHash, createHmac } from 'node:crypto';
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
  now?: Date;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Headers of a signed form request. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function signedHeaders(
  host: string,
  body: string,
  { region, credentials, now = new Date() }: CloudFormationOptions,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), region, 'cloudformation', 'aws4_request'];
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    host,
    'x-amz-date': time,
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope.join('/')}, ` +
      `SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
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

/** The deployed template of a stack; undefined when there is no such stack. Throws when that cannot be found out. */
export async function deployedTemplate(
  stackName: string,
  options: CloudFormationOptions,
): Promise<Template | undefined> {
  const { region, fetch: send = fetch } = options;
  const host = `cloudformation.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
  const body = new URLSearchParams({
    Action: 'GetTemplate',
    Version: '2010-05-15',
    StackName: stackName,
    TemplateStage: 'Processed',
  }).toString();
  const answer = await send(`https://${host}/`, {
    method: 'POST',
    headers: signedHeaders(host, body, options),
    body,
  });
  const xml = await answer.text();
  if (answer.ok) return JSON.parse(elementText(xml, 'TemplateBody') ?? '') as Template;
  const message = elementText(xml, 'Message') ?? xml;
  if (elementText(xml, 'Code') === 'ValidationError' && /does not exist/.test(message)) return undefined;
  throw new Error(`CloudFormation does not tell what is deployed as ${stackName}: ${message}`);
}
