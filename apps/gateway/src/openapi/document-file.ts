/** The document as it is checked in and served. */
export const documentFile = new URL('../../openapi.json', import.meta.url);
