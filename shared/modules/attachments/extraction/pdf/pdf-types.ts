/** Types of pdf.js, which `unpdf` contains. */
export type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
/** The drawing commands of a page by name. */
export type PdfOperators = Awaited<ReturnType<typeof import('unpdf').getResolvedPDFJS>>['OPS'];
