/** Something that whoever sent a form can put right; its message is told to them. */
export class Fault extends Error {}
