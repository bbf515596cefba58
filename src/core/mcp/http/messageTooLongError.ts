/** A server sent one message of more bytes than are read. */
export class MessageTooLongError extends Error {
  override readonly name = 'MessageTooLongError';

  constructor() {
    super('A message of more than 10 MB');
  }
}
