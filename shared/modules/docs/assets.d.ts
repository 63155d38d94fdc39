/** The file's content compressed with gzip, put there by the bundler (`lib/aws/bundling/gzip-assets.ts`). */
declare module '*?gzip' {
  const content: Uint8Array;
  export default content;
}
