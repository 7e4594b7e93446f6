/** Which definitions of docs/metrics.md the answers follow; a test compares it with the page. */
export const DEFINITIONS_VERSION = 1;
