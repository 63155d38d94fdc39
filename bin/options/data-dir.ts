/** The folder with the data of the local runtime. */
export const dataDir = (): string => process.env.DATA_DIR || '.local';
