/**
 * Imported before all else: Node.js reads it when the first thread is needed. Half of its threads at most look up names,
 * two of the usual four: with four recordings whose names no server answers, one integration would have all others wait.
 */
process.env.UV_THREADPOOL_SIZE ??= '16';
