/** What the process ends with (contract §8). */
export const exitCode = {
  done: 0,
  /** The turn or the request failed. */
  failed: 1,
  /** The command line cannot be understood or asks for what cannot be. */
  usage: 2,
  /** The model could not be reached or refused. */
  model: 3,
  /** A named server or item was not found or is not connected. */
  notFound: 4,
  timedOut: 124,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
