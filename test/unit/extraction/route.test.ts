import { describe, expect, it } from 'vitest';
import { routeOf } from '../../../shared/modules/attachments/extraction/route.ts';

const mb = 1_048_576;
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the extraction method of a file', () => {
  it.each([
    // By type.
    ['text/plain', 'a', 1, 'text'],
    ['text/csv; charset=utf-8', 'a.bin', 1, 'text'],
    ['TEXT/Markdown', 'a', 1, 'text'],
    ['application/pdf', 'a.png', 1, 'pdf'],
    [docx, 'a', 1, 'docx'],
    ['image/png', 'a', 10 * mb, 'picture'],
    ['image/png', 'a', 10 * mb + 1, 'convert'],
    ['image/jpeg', 'a.gif', 1, 'picture'],
    ['image/jpeg', 'a', 25 * mb, 'convert'],
    ['image/gif', 'a.png', 1, 'convert'],
    ['image/webp', 'a', 1, 'convert'],
    ['image/bmp', 'a', 1, 'convert'],
    ['image/avif', 'a', 1, 'convert'],
    ['image/x-ms-bmp', 'a', 1, 'convert'],
    ['image/tiff', 'a', 25 * mb, 'job'],
    ['image/tif', 'a', mb, 'job'],
    ['image/x-tiff', 'a', mb, 'job'],
    // By name, if the type is generic.
    ['application/octet-stream', 'notes.LOG', 1, 'text'],
    ['', 'readme.md', 1, 'text'],
    ['application/octet-stream', 'a.pdf', 1, 'pdf'],
    ['application/zip', 'a.docx', 1, 'docx'],
    ['application/octet-stream', 'a.tif', 1, 'job'],
    ['application/octet-stream', 'a.jpeg', 1, 'picture'],
    ['application/octet-stream', 'a.bmp', 1, 'convert'],
    // No text.
    ['application/msword', 'a.doc', 1, undefined],
    ['text/rtf', 'a.rtf', 1, undefined],
    ['application/vnd.ms-excel', 'a.xls', 1, undefined],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'a.xlsx', 1, undefined],
    ['application/vnd.ms-powerpoint', 'a.ppt', 1, undefined],
    ['application/vnd.ms-outlook', 'a.msg', 1, undefined],
    ['audio/mpeg', 'a.mp3', 1, undefined],
    ['application/octet-stream', 'pdf', 1, undefined],
    ['image/svg+xml', 'a.svg', 1, undefined],
    ['image/heic', 'a.heic', 1, undefined],
    ['image/heif', 'a.jpg', 1, undefined],
    ['application/octet-stream', 'a.heic', 1, undefined],
    ['text/plain', 'a.txt', 0, undefined],
  ] as const)('%s named %s of %i bytes: %s', (mimeType, fileName, fileSize, route) => {
    expect(routeOf({ mimeType, fileName, fileSize })).toBe(route);
  });
});
