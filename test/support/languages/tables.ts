/** The folder with clones of the public tables of other languages; undefined skips their tests. */
export const tablesFolder: string | undefined = process.env.PUBLIC_TABLES;
