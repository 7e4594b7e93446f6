import path from 'node:path';

/** The folder of this checkout. */
export const root = path.resolve(import.meta.dirname, '../..');
