import { type DebriefError, READ_ONLY_KEY } from '@debrief/contracts/errors';

/** The one shape every error has on the wire, and in the reference. */
export interface ErrorBody {
  statusCode: number;
  error?: 'forbidden';
  message: string | string[];
}

export function errorBody({ definition, publicMessage }: DebriefError): ErrorBody {
  return {
    statusCode: definition.status,
    ...(definition.code === READ_ONLY_KEY.code && { error: 'forbidden' }),
    message: publicMessage,
  };
}
