/** The files of the explorer, stored compressed and sent to browsers without decompression. */
import { gunzipSync } from 'node:zlib';
import style from 'swagger-ui-dist/swagger-ui.css?gzip';
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js?gzip';
import { NotFoundError } from '../../kernel/errors/errors.ts';
import type { RequestCaller } from '../../kernel/http/operation.ts';
import { Reply } from '../../kernel/http/reply.ts';
import { assetNames, ownStyle, startScript } from './explorer-page.ts';

interface Asset {
  contentType: string;
  /** Plain text, or gzip bytes. */
  content: string | Uint8Array;
}

const script = 'text/javascript; charset=utf-8';
const assets: ReadonlyMap<string, Asset> = new Map([
  [assetNames.bundle, { contentType: script, content: bundle }],
  [assetNames.style, { contentType: 'text/css; charset=utf-8', content: style }],
  [assetNames.ownStyle, { contentType: 'text/css; charset=utf-8', content: ownStyle }],
  [assetNames.start, { contentType: script, content: startScript }],
]);

/** Whether `gzip` is accepted; `gzip;q=0` refuses it. */
function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding
    .split(',')
    .some((entry) => /^\s*(?:gzip|\*)\s*(?:$|;)/i.test(entry) && !/;\s*q=0(?:\.0*)?\s*$/i.test(entry));
}

/** The file as a response that may be cached permanently. Throws NotFoundError. */
export async function getExplorerAsset(
  { acceptEncoding }: Pick<RequestCaller, 'acceptEncoding'>,
  { file }: { file: string },
): Promise<Reply<string | Uint8Array>> {
  const asset = assets.get(file);
  if (asset === undefined) throw new NotFoundError('File');
  const { content, contentType } = asset;
  const compressed = typeof content !== 'string' && acceptsGzip(acceptEncoding);
  const body = typeof content === 'string' || compressed ? content : gunzipSync(content);
  return new Reply(body, {
    headers: {
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(compressed && { 'content-encoding': 'gzip' }),
    },
  });
}
