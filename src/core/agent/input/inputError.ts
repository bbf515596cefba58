/** Input could not be resolved, so the turn cannot start. The message is for a person: what happened and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
