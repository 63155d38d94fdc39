/**
 * The gzip-compressed content of the file; the bundler (`lib/aws/bundling/gzip-assets.ts`) implements this
 * import.
 */
declare module '*?gzip' {
  const content: Uint8Array;
  export default content;
}
