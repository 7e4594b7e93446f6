import { ModelError } from '../json-file.ts';

/** A file cannot be had from this address; another one may have it. */
export class AddressFailure extends ModelError {}

/** What came is not the file: its size or its checksum is another. */
export class WrongFile extends AddressFailure {}

/** Trying again may help. */
export class TransientFailure extends AddressFailure {
  /** Whether nobody answered at all, as without a network. */
  readonly isUnreachable: boolean;

  constructor(message: string, options: ErrorOptions & { isUnreachable?: boolean } = {}) {
    super(message, options);
    this.isUnreachable = options.isUnreachable ?? false;
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export const isNoRoom = (error: unknown): boolean => NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '');

/** An error of the disk as a sentence; anything else as it is. */
export function diskError(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isNoRoom(error)) {
    return new ModelError(
      `The disk of ${folder} is full. Free some room, then pull again: what has come is kept, and the rest is fetched`,
      { cause: error },
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return new ModelError(`${folder} cannot be written to: ${message}. MODELS_DIR names another folder`, {
      cause: error,
    });
  }
  return error;
}
