/** Loads the description of the API, which most requests of MCP clients do not need. */
export async function loadDocumentation() {
  const { description, operationsIn, toMarkdown } = await import('../modules/docs/public-data.ts');
  return {
    openapi: description,
    sections: description.tags,
    operations: operationsIn(description).map(({ operation }) => operation),
    markdown: () => toMarkdown(description),
  };
}
