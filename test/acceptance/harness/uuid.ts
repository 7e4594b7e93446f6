/** A UUID as Debrief writes it. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One that nothing has. */
export const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
