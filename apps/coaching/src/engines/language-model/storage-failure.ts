/** The database failed, for which neither the recording nor the model is to blame. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** Says of whatever the statement fails with that it is the database's. */
export async function fromStorage<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement;
  } catch (cause) {
    throw new StorageFailure('the budget or the cache of language models could not be used', { cause });
  }
}
