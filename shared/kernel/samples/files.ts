/** Files that samples upload. */
import type { SampleFile } from './sample.ts';

/** An image of 64 by 48 pixels. */
export const picture: SampleFile = {
  fileName: 'front-view.png',
  contentType: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwAQMAAACbhe5cAAAAA1BMVEUAgIBxQSaxAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAVDCQAAAbAAAZoYlOgAAAAASUVORK5CYII=',
    'base64',
  ),
};

const pageContent = 'BT /F 12 Tf 60 740 Td (Invoice of order SO-1001) Tj ET';

/** A page with one line of text. */
export const invoice: SampleFile = {
  fileName: 'invoice.pdf',
  contentType: 'application/pdf',
  content: Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
      `4 0 obj<</Length ${pageContent.length}>>stream\n${pageContent}\nendstream endobj`,
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
      'trailer<</Size 6/Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  ),
};
