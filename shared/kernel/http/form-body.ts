/** Bodies of HTML forms. A separate file, because few functions accept them. */
import { isUtf8 } from 'node:buffer';
import { MalformedBodyError } from '../errors/errors.ts';
import { type BodyReader, checkEncoding, checkSize, mediaTypeOf } from './body-reader.ts';
import { forbiddenNames, notUnicodeError } from './caller-json.ts';
import { checkEncodedPairs } from './percent-encoding.ts';

const formTypes: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** The replacement for invalid UTF-8 in decoding. */
const replacement = '\ufffd';

/** Throws InvalidInputError with the first field that is not valid UTF-8. */
function checkTexts(bytes: Buffer, form: FormData): void {
  if (isUtf8(bytes)) return;
  const isLost = (text: unknown) => typeof text === 'string' && text.includes(replacement);
  const [name] = [...form].find(([field, value]) => isLost(field) || isLost(value)) ?? [];
  if (name !== undefined) throw notUnicodeError(name);
}

/**
 * The fields of a form; a repeated field is a list, an empty text counts as absent. Throws MalformedBodyError for
 * bodies that are not HTML forms, InvalidInputError for invalid Unicode.
 */
async function parseForm(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (!formTypes.has(mediaTypeOf(contentType))) {
    throw new MalformedBodyError(
      'Send a form: content-type application/x-www-form-urlencoded or multipart/form-data.',
    );
  }
  if (/^application/i.test(contentType)) checkEncodedPairs(bytes.toString('latin1'));
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch((error: unknown) => {
    throw new MalformedBodyError('The body is not a valid form.', error);
  });
  checkTexts(bytes, form);
  const names = [...new Set(form.keys())].filter((name) => !forbiddenNames.has(name));
  const fields = names.map((name) => {
    const values = form.getAll(name).filter((value) => value !== '');
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Reads the body as a form, for contracts with `bodyFormat: 'form'`. */
export const formBody: BodyReader = (spec) => [
  {
    before: async ({ event }) => {
      checkSize(spec, Number(event.headers['content-length'] ?? 0));
      const bytes = Buffer.from(String(event.body ?? ''), event.isBase64Encoded ? 'base64' : 'utf8');
      checkSize(spec, bytes.byteLength);
      checkEncoding(event);
      event.body = await parseForm(bytes, event.headers['content-type'] ?? '');
      event.isBase64Encoded = false;
    },
  },
];
